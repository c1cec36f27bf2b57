/* What stays when a new scene comes: what a person has picked, what has moved once, and what matters in sight.
   Radio buttons, and boxes with data-keep, are found again by their id. Something that moves by itself, card after card,
   has a name (data-once): it is brought into sight when it begins (unless data-quiet), and in the next scene it goes on
   where it was. */

const began = new Map();
let asked = askNow();

function askNow() {
  return document.querySelector("#answer [name='ask']")?.value;
}

document.addEventListener("house:drawn", ({ detail: draft }) => {
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

/** A new question whose answers all lie beyond the edges of the screen: the first of them comes into sight. */
function inSight() {
  const before = asked;
  asked = askNow();
  if (!asked || asked === before || document.querySelector("[data-once]:not([data-quiet])")) return; // first look at what has moved
  const bar = document.querySelector(".ask").getBoundingClientRect();
  const answers = [...document.querySelectorAll("button[form='answer'], #answer button")].filter((button) => button.getClientRects().length);
  const seen = (button) => {
    const { top, bottom } = button.getBoundingClientRect();
    return button.closest(".ask") || (top >= 0 && bottom <= bar.top);
  };
  if (answers.length && !answers.some(seen)) answers[0].scrollIntoView({ block: "center" });
}

document.addEventListener("house:swapped", () => {
  const fresh = goOn();
  if (fresh) fresh.scrollIntoView({ block: "nearest" });
  inSight();
});
goOn();
