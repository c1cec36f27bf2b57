/* Arrow keys move among the buttons of a grid, to the nearest in that direction. Tab still goes from choice to choice. */

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const middle = (element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
};

document.addEventListener("keydown", (event) => {
  const way = WAYS[event.key];
  if (way && event.target.id === "prompt") { // after an answer the focus waits there: an arrow leads back to the table
    event.preventDefault();
    const places = document.querySelectorAll("[data-grid] button[form='answer'], #answer button, .composer button, .composer input");
    [...places].find((place) => place.getClientRects().length)?.focus();
    return;
  }
  const grid = event.target.closest?.("[data-grid]");
  if (!way || !grid || event.target.matches("input") || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const [x, y] = middle(event.target);
  let nearest = null;
  let least = Infinity;
  for (const button of grid.querySelectorAll("button, a[href]")) {
    if (button === event.target || !button.getClientRects().length) continue;
    const [dx, dy] = middle(button).map((at, axis) => at - [x, y][axis]);
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (along < 4 || aside > along * 3 + 40) continue;
    const distance = along + 2.5 * aside;
    if (distance < least) [nearest, least] = [button, distance];
  }
  event.preventDefault(); // at an edge the page does not scroll away from under the hand
  nearest?.focus();
});

/* Escape closes the rule that "why?" has opened, and the focus goes back to it. */
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && document.querySelector("details.rule[open]");
  if (!open) return;
  open.removeAttribute("open");
  open.querySelector("summary").focus();
});
