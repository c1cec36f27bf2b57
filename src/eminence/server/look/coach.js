/* The coach of a lesson lights what to touch. Where the answer is a single choice the server has done so; of what is
   composed in a form, first the coach's own button is lit, which fills the form in, and then the one that sends it. */

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const FORM = ".composer[data-key][data-compose='form']";
const sends = (form, button) => [...(form.gives?.() ?? []), ...(button.dataset.last?.split("|") ?? [])];

function light(root = document) {
  const coach = root.querySelector(".coach[data-advice]");
  root.querySelector(".first-look label")?.toggleAttribute("data-advised", Boolean(coach)); // first of all, where it is in sight
  const form = coach && root.querySelector(FORM);
  if (!form) return;
  const advice = JSON.parse(coach.dataset.advice);
  const same = (choices) => choices.length === advice.length && choices.every((choice, at) => choice === advice[at]);
  const buttons = all("[name='compose']", form);
  const ready = buttons.find((button) => same(sends(form, button)));
  for (const button of buttons) button.toggleAttribute("data-advised", button === ready);
  coach.querySelector("#coach-show").hidden = Boolean(ready);
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("#coach-show")) return;
  const form = document.querySelector(FORM);
  form.dispatchEvent(new CustomEvent("house:fill", { bubbles: true, detail: JSON.parse(target.closest(".coach").dataset.advice) }));
  light();
  const ready = form.querySelector("[data-advised]");
  ready?.focus({ preventScroll: true });
  ready?.scrollIntoView({ block: "nearest" }); // on a low screen the bar scrolls
});
document.addEventListener("change", ({ target }) => { // what came first was read: now the question
  if (target.matches?.(".coach-on input")) document.getElementById("prompt")?.focus({ preventScroll: true });
});
for (const kind of ["input", "click", "house:cast"]) document.addEventListener(kind, () => light());
document.addEventListener("house:drawn", ({ detail }) => light(detail));
light();
