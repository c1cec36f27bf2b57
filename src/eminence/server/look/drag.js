/* A card of a composer under the pointer: mouse, finger or pen. It follows the pointer, the page scrolls along at its
   edges, and compose.js is told where the card is. Everything can be done by taps and by keyboard too. */

const SLACK = 6; // a tap is never quite still
const EDGE = 56;
let grip = null; // the card under the pointer, what moves with it, and from where
let dropped = false; // the click that comes with the end of a drag is none

const tell = (phase, over = null) => document.dispatchEvent(new CustomEvent("house:dragged", { detail: { card: grip.card, over, phase } }));
const places = () => grip.composer.querySelectorAll("[data-side], li:has(> button[data-index])");

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest?.(".composer button[data-index]");
  if (!card || !event.isPrimary || event.button !== 0) return;
  const composer = card.closest(".composer");
  const moved = composer.dataset.compose === "order" ? card.closest("li") : card;
  const { left, top } = moved.getBoundingClientRect();
  const from = [left - event.clientX, top - event.clientY];
  grip = { id: event.pointerId, composer, card, moved, from, at: [event.clientX, event.clientY], by: [0, 0], dragged: false };
});

document.addEventListener("pointermove", (event) => {
  if (grip?.id !== event.pointerId) return;
  if (!grip.dragged) {
    if (Math.hypot(event.clientX - grip.at[0], event.clientY - grip.at[1]) < SLACK) return;
    begin();
  }
  grip.at = [event.clientX, event.clientY];
  drag();
});

function begin() {
  grip.dragged = true;
  grip.moved.classList.add("dragged");
  grip.card.setPointerCapture(grip.id);
  tell("begin");
  requestAnimationFrame(scrollAlong);
}

function drag() {
  const over = nearest();
  tell("over", over);
  for (const place of places()) place.classList.toggle("target", place === over && !place.contains(grip.card));
  const { left, top } = grip.moved.getBoundingClientRect(); // its place in the page may be another by now
  grip.by = [grip.at[0] + grip.from[0] - left + grip.by[0], grip.at[1] + grip.from[1] - top + grip.by[1]];
  grip.moved.style.translate = `${grip.by[0]}px ${grip.by[1]}px`;
}

/** The place under the pointer, or the nearest to it. That of the card itself counts as if it still lay there. */
function nearest() {
  const [x, y] = grip.at;
  let [found, least] = [null, Infinity];
  for (const place of places()) {
    const { left, right, top, bottom } = place.getBoundingClientRect();
    const [dx, dy] = place === grip.moved ? grip.by : [0, 0];
    const distance = Math.hypot(Math.max(left - dx - x, 0, x - right + dx), Math.max(top - dy - y, 0, y - bottom + dy));
    if (distance < least) [found, least] = [place, distance];
  }
  return found;
}

function scrollAlong() {
  if (!grip?.dragged) return;
  const bottom = Math.min(innerHeight, document.querySelector(".ask")?.getBoundingClientRect().top ?? innerHeight);
  const y = grip.at[1];
  const by = y < EDGE ? y - EDGE : y > bottom - EDGE ? Math.min(y - bottom + EDGE, EDGE) : 0;
  if (by) {
    scrollBy({ top: by / 5, behavior: "instant" });
    drag();
  }
  requestAnimationFrame(scrollAlong);
}

function drop(event, phase) {
  if (grip?.id !== event.pointerId) return;
  if (grip.dragged) {
    dropped = true;
    setTimeout(() => { dropped = false; });
    for (const place of places()) place.classList.remove("target");
    const over = nearest();
    grip.moved.classList.remove("dragged");
    grip.moved.style.translate = "";
    tell(phase, over);
    document.dispatchEvent(new CustomEvent("house:dropped")); // a scene that waited may come
  }
  grip = null;
}
document.addEventListener("pointerup", (event) => drop(event, "drop"));
document.addEventListener("pointercancel", (event) => drop(event, "back"));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && grip?.dragged) drop({ pointerId: grip.id }, "back");
});
document.addEventListener("click", (event) => {
  if (!dropped) return;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });
