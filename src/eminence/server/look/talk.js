/* Table talk: which cards can be said now, steppers, and what was said last on the strip. Cards are forms: they work without this. */

const talk = document.getElementById("talk");
const strip = document.getElementById("talk-strip");
const last = talk.querySelector(".talk-last");

/** Some phrases belong to a step. */
function fit() {
  const step = document.querySelector("#scene > .scene")?.dataset.step;
  for (const card of talk.querySelectorAll("[data-steps]")) card.hidden = !card.dataset.steps.split(" ").includes(step);
}
document.addEventListener("house:swapped", fit);
fit();

for (const button of talk.querySelectorAll("[data-by]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const field = button.parentElement.querySelector("input");
    field.value = Math.min(Math.max(Number(field.value) + Number(button.dataset.by), Number(field.min)), Number(field.max));
  });
}

/** The last line that was said, on the strip and above the cards. */
function show() {
  const line = document.querySelector("#chat > li:last-child");
  if (!line) return;
  for (const place of [strip, last]) {
    const name = document.createElement("b");
    name.append(line.querySelector(".chat-name").cloneNode(true));
    place.replaceChildren(name, " ", line.querySelector(".chat-text > bdi").cloneNode(true));
  }
  last.hidden = false;
}
document.addEventListener("house:chat", show);
show();

/* What was said is said: the cards go out of the way, and so they do for whoever wants to read all of it. */
const shut = () => { if (talk.matches(":popover-open")) talk.hidePopover(); };
talk.addEventListener("submit", () => setTimeout(shut, 0));
talk.querySelector(".talk-all a").addEventListener("click", shut);
