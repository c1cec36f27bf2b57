/* What stays when a new scene comes: what a person has picked, what has moved once, and what matters in sight.
   Radio buttons, and boxes with data-keep, are found again by their id. Something that moves by itself, card after card,
   has a name (data-once): it is brought into sight when it begins (unless data-quiet), and in the next scene it goes on
   where it was. */

const ANSWERS = "[data-part] :is(button[form='answer'], .composer button[data-index], input[type='radio'])";
const ROOM = 6; // around what is lit
const LONG = 60000; // what moves for longer is not waited for
const began = new Map();
let asked = "";

function askNow() {
  return document.querySelector("#answer [name='ask']")?.value;
}

/* What is data-keep="device" is remembered on this device, from page to page: a card that lies face down, what one has
   noted. Nothing of it is sent anywhere. */
const ON_DEVICE = "[data-keep='device'][id]";
const nameOf = (field) => `eminence.kept ${field.matches("textarea") ? location.pathname : ""} ${field.id}`;

function recall(root) {
  for (const field of root.querySelectorAll(ON_DEVICE)) {
    try {
      const was = localStorage.getItem(nameOf(field));
      if (was === null) continue;
      if (field.type === "checkbox") field.checked = was === "yes";
      else field.value = was;
    } catch { /* a browser that keeps nothing */ }
  }
}

document.addEventListener("input", ({ target }) => {
  if (!target.matches?.(ON_DEVICE)) return;
  try {
    localStorage.setItem(nameOf(target), target.type === "checkbox" ? (target.checked ? "yes" : "no") : target.value);
  } catch { /* then it lasts as long as the page */ }
});
recall(document);

document.addEventListener("house:drawn", ({ detail: draft }) => {
  recall(draft);
  for (const picked of document.querySelectorAll("#scene :is([type='radio'], [data-keep])[id]:checked")) {
    const again = draft.querySelector(`#${CSS.escape(picked.id)}`);
    if (again) again.checked = true;
  }
});

/** What moves goes on where it was; what has just begun is returned. */
function goOn() {
  const there = new Set();
  let fresh = null;
  for (const moving of document.querySelectorAll("[data-once]")) {
    const name = moving.dataset.once;
    there.add(name);
    if (!began.has(name)) {
      began.set(name, performance.now());
      if (!("quiet" in moving.dataset)) fresh = moving;
    }
    for (const animation of moving.getAnimations({ subtree: true })) animation.currentTime = performance.now() - began.get(name);
  }
  for (const name of began.keys()) if (!there.has(name)) began.delete(name);
  return fresh;
}

/** The answers to a new question come into sight: all of them, or where there is no room for all, the first. */
function inSight() {
  const before = asked;
  asked = askNow();
  if (!asked || asked === before) return;
  const [ask, top] = [asked, scrollY];
  const moving = [...document.querySelectorAll("[data-once]:not([data-quiet])")].flatMap((one) => one.getAnimations({ subtree: true }))
    .filter((animation) => animation.effect.getComputedTiming().endTime < LONG && animation.playState !== "finished");
  const moved = Promise.allSettled(moving.map((animation) => animation.finished)); // first look at that
  if (moving.length) moved.then(() => { if (asked === ask && scrollY === top) show(); });
  else show();
}

function show() {
  const answers = [...document.querySelectorAll(ANSWERS)].filter((one) => one.getClientRects().length);
  if (!answers.length) return;
  const boxes = answers.map((one) => (one.closest("label") ?? one).getBoundingClientRect());
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  const edge = document.querySelector(".ask").getBoundingClientRect().top;
  if (bottom - top + 2 * ROOM <= edge) scrollBy({ top: Math.min(top - ROOM, 0) || Math.max(bottom + ROOM - edge, 0), behavior: "instant" });
  else if (!boxes.some((box) => box.top >= 0 && box.bottom <= edge)) answers[0].scrollIntoView({ block: "center" });
}

document.addEventListener("house:swapped", () => {
  const fresh = goOn();
  if (fresh) fresh.scrollIntoView({ block: "nearest" });
  inSight();
});
goOn();
if (!scrollY) inSight();
