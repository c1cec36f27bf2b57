/* What is this? A tap on something that is no button, a long press or a right click on anything with data-what, or "?"
   while it has the focus, opens its sheet. So does a tap on what may not be chosen: there the sheet begins with why not.
   All sheets of a game come with the first one that is asked for; they are the same in every match. Without this script the
   same stands on a page, where the link leads, and why not above the question. */

const LONG = 450; // ms
const SLACK = 10; // px
const sheet = document.getElementById("sheet");
const body = document.getElementById("sheet-body");
const PRESSABLE = "button, a, label, input, summary, select";
let sheets = null;
let timer = 0;
let from = [0, 0];
let pressed = false; // a long press has opened a sheet: the click that follows is none

function fetched() {
  sheets ??= fetch(sheet.dataset.url, { headers: { "X-Fragment": "things" } }).then((answer) => {
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.text();
  }).then((html) => {
    const draft = document.createElement("template");
    draft.innerHTML = html;
    return draft.content;
  });
  sheets.catch(() => { sheets = null; });
  return sheets;
}

/** What was pressed, as it looks on the table. */
function picture(place) {
  const drawn = place?.matches("svg") ? place : place?.querySelector("svg");
  const copy = drawn?.cloneNode(true);
  copy?.removeAttribute("class");
  copy?.removeAttribute("data-card");
  return copy ? [copy] : [];
}

/** Show the sheets of a place, below the reason why it may not be chosen; of all things, where there is none. */
async function show(place, because = null) {
  const keys = place && (place.dataset.what ?? "").split(" ");
  let found;
  try {
    const all = await fetched();
    found = keys ? keys.map((key) => all.getElementById(`thing-${key}`)).filter(Boolean) : [...all.children];
  } catch {
    location.assign(sheet.dataset.url); // the page says it, or what is wrong
    return;
  }
  const reason = because ? [because] : [];
  if (!found.length && !because) return;
  body.replaceChildren(...reason, ...picture(place), ...found.map((one) => one.cloneNode(true)));
  for (const one of reason) one.id = "sheet-because"; // said by itself, when the sheet opens
  sheet.setAttribute("aria-describedby", "sheet-because");
  sheet.setAttribute("aria-labelledby", body.querySelector("h2")?.id ?? "sheet-because");
  if (!sheet.open) sheet.showModal();
  body.scrollTop = 0;
}

document.addEventListener("house:why", ({ detail: { place, because } }) => show(place, because));

/* Whatever had the focus may be gone by now, with the scene it stood in. */
sheet.addEventListener("close", () => {
  const now = document.activeElement; // a button of the sheet may still be it, until the next frame
  if (now === document.body || sheet.contains(now)) document.getElementById("prompt")?.focus({ preventScroll: true });
});

/** The place of a thing, or of several: a card of a region that bears a symbol is both. */
const placeOf = (target) => target.closest?.("#scene [data-what]");

const letGo = () => clearTimeout(timer);

document.addEventListener("pointerdown", (event) => {
  letGo();
  pressed = false;
  const place = event.pointerType !== "mouse" && event.isPrimary && placeOf(event.target);
  if (!place) return;
  from = [event.clientX, event.clientY];
  timer = setTimeout(() => { pressed = true; show(place); }, LONG);
});
document.addEventListener("pointermove", (event) => {
  if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) > SLACK) letGo();
});
for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, letGo, true);

/* A finger that is lifted soon after has opened a sheet and does nothing to it: it neither clicks beside it nor takes the focus. */
document.addEventListener("touchend", (event) => { if (pressed && event.cancelable) event.preventDefault(); }, { capture: true, passive: false });

document.addEventListener("contextmenu", (event) => {
  const place = placeOf(event.target);
  if (!place) return;
  event.preventDefault();
  letGo();
  if (!sheet.open) show(place);
});

document.addEventListener("click", (event) => {
  if (pressed && event.detail) { // the finger was lifted, perhaps beside the sheet that lies there now
    pressed = false;
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  if (event.target === sheet || event.target.id === "sheet-close") sheet.close(); // beside it, or by its button
  if (event.target.closest?.("a[data-things]")) {
    event.preventDefault();
    show();
  } else if (!event.target.closest?.(PRESSABLE)) {
    const place = placeOf(event.target);
    if (place) show(place);
  }
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.target.matches?.("input[type=text], textarea")) return;
  show(placeOf(event.target));
});
