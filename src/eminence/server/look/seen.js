/* What has been seen: told to the server when the page goes out of sight, so that "since you last looked" is true. */

const table = document.getElementById("table");
const story = document.getElementById("story");
const lastTold = () => story.lastElementChild?.dataset.number;
let known = lastTold();

document.addEventListener("visibilitychange", () => {
  if (!document.hidden || !table.dataset.seen || document.getElementById("news") || lastTold() === known) return;
  known = lastTold();
  navigator.sendBeacon(table.dataset.seen, new URLSearchParams({ csrf: table.dataset.csrf }));
});

/* What is told while nobody looks is marked in the story; the next time, it is no longer new. */
new MutationObserver((changes) => {
  if (!document.hidden) return;
  for (const change of changes) change.addedNodes.forEach((line) => line.classList?.add("new"));
}).observe(story, { childList: true });
