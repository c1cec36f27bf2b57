/* Composers: an answer made of several small ones is put together here and sent as a whole.
   A game draws a composer as plain HTML (a fieldset with data-compose), its cards as buttons; this script lets them be
   moved by pointer, by taps and by keyboard, keeps a half-made composition when a new scene takes the place of the old,
   and on submit puts the choices, in their order, in the place of the field "compose". All words stand in the page. */

const words = document.getElementById("composing")?.dataset ?? {};
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

function said(key, fields) {
  const text = (words[key] ?? "").replace(/\{(\w+)\}/g, (_, name) => fields[name] ?? "");
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
const tell = (text) => document.dispatchEvent(new CustomEvent("house:tell", { detail: text }));

/* -- the kinds: how cards lie, how they are moved, what is sent ----------------------------------------------------- */

const CARD = "button[data-index]";
const cardsOf = (composer) => all(CARD, composer);
const numberOf = (card) => Number(card.dataset.index);
const byNumber = (a, b) => numberOf(a) - numberOf(b);
const nameOf = (element) => element.dataset.name;
const itemOf = (card) => card.closest("li");
const sidesOf = (composer) => all("[data-side]", composer);
const sideOf = (card) => card.closest("[data-side]");
const lying = (side) => side.querySelectorAll(`${CARD}, [data-given]`).length;
const sender = (composer) => composer.querySelector("[name='compose']");

/** The choices of a sequence, without the end of it that follows from the rest. */
const withoutTail = (composer, choices, length) => (composer.dataset.tail === "keep" ? choices : choices.slice(0, length));

const order = {
  read: (composer) => cardsOf(composer).map(numberOf),
  write(composer, lie) {
    const items = new Map(cardsOf(composer).map((card) => [numberOf(card), itemOf(card)]));
    composer.querySelector("ol").append(...lie.map((number) => items.get(number)));
  },
  label(composer) {
    const [items, cards] = [all("ol > li", composer), cardsOf(composer)];
    for (const card of cards) {
      card.ariaLabel = said("at", { card: nameOf(card), at: items.indexOf(itemOf(card)) + 1, all: items.length });
      itemOf(card).querySelector(".earlier").disabled = card === cards[0];
      itemOf(card).querySelector(".later").disabled = card === cards.at(-1);
    }
  },
  told: (composer, card) => {
    const items = all("ol > li", composer);
    return said("moved", { card: nameOf(card), at: items.indexOf(itemOf(card)) + 1, all: items.length });
  },
  /** The others make room, so that the card itself stays in the page and keeps the focus and the pointer. */
  toward(composer, card, target) {
    const [item, cards] = [itemOf(card), cardsOf(composer)];
    for (let at = cards.indexOf(card), to = cards.indexOf(target); at !== to; at += Math.sign(to - at)) {
      if (at < to) item.before(item.nextElementSibling);
      else item.after(item.previousElementSibling);
    }
  },
  choices(composer) {
    const choices = cardsOf(composer).map((card) => card.dataset.choice);
    let length = choices.length;
    while (length && choices[length - 1] === choices.at(-1)) length -= 1;
    return withoutTail(composer, choices, length);
  },
};

const place = {
  read: order.read,
  write(composer, lie) {
    const items = cardsOf(composer).map(itemOf);
    const cards = cardsOf(composer).sort(byNumber);
    lie.forEach((number, at) => items[at].append(cards[number]));
  },
  label(composer) {
    for (const card of cardsOf(composer)) card.ariaLabel = said("beside", { card: nameOf(card), place: nameOf(itemOf(card)) });
  },
  told(composer, card, other) {
    const fields = { card: nameOf(card), place: nameOf(itemOf(card)) };
    return [said("beside", fields), other && said("beside", { card: nameOf(other), place: nameOf(itemOf(other)) })].filter(Boolean).join(". ");
  },
  toward(composer, card, target) {
    const [here, there] = [itemOf(card), itemOf(target)];
    if (here === there) return;
    there.append(card);
    here.append(target);
  },
  choices(composer) {
    const choices = cardsOf(composer).map((card) => card.dataset.choice);
    return withoutTail(composer, choices, choices.length - 1);
  },
};

const facesOf = (composer) => composer.dataset.faces.split(" ").filter(Boolean);

const split = {
  sided: true,
  read: (composer) => cardsOf(composer).sort(byNumber).map((card) => sidesOf(composer).indexOf(sideOf(card))),
  write(composer, lie) {
    const [sides, faces] = [sidesOf(composer), facesOf(composer)];
    const cards = cardsOf(composer).sort((a, b) => faces.indexOf(a.dataset.face) - faces.indexOf(b.dataset.face) || byNumber(a, b));
    for (const card of cards) sides[lie[numberOf(card)]].querySelector(".cards").append(card);
  },
  label(composer) {
    const reasons = [];
    for (const side of sidesOf(composer)) {
      for (const card of all(CARD, side)) card.ariaLabel = said("beside", { card: nameOf(card), place: nameOf(side) });
      if (!side.dataset.limit) continue;
      const fields = { place: nameOf(side), cards: lying(side), limit: side.dataset.limit };
      const broken = lying(side) > Number(side.dataset.limit);
      side.querySelector(".composer-count").textContent = said("count", fields);
      side.classList.toggle("broken", broken);
      if (broken) reasons.push(said("full", fields));
    }
    const reason = composer.querySelector(".composer-reason");
    const was = reason.textContent;
    reason.textContent = reasons.join(" ");
    sender(composer).disabled = reasons.length > 0;
    if (reasons.length && was !== reason.textContent && composer.isConnected) tell(reason.textContent);
  },
  told: (composer, card) => said("beside", { card: nameOf(card), place: nameOf(sideOf(card)) }),
  toward(composer, card, side) {
    const lie = split.read(composer);
    lie[numberOf(card)] = sidesOf(composer).indexOf(side);
    split.write(composer, lie);
  },
  choices(composer) {
    const [first] = sidesOf(composer);
    return facesOf(composer).map((face) => {
      const here = all(CARD, first).filter((card) => card.dataset.face === face);
      return composer.dataset.sends.replace("{n}", here.length);
    });
  },
};

let doubted = ""; // the composer, by its key, that has asked back whether something is meant

/** What lies on the first side is one answer; what is to be known about it stands in the page. Full, it takes no more. */
const bag = {
  ...split,
  firm: true,
  label(composer) {
    split.label(composer);
    const [choice] = bag.choices(composer);
    for (const answer of all("[data-answer]", composer)) {
      answer.hidden = answer.dataset.answer !== choice;
      if (!answer.hidden) bag.offer(composer, answer.dataset);
    }
  },
  /** What can be sent. What somebody may not have meant (`data-sure`) is a quiet button, and asks back once. */
  offer(composer, { label, sure }) {
    if (!sure && doubted === composer.dataset.key) doubted = "";
    const doubts = sure && doubted === composer.dataset.key;
    sender(composer).textContent = doubts ? sure : label;
    sender(composer).classList.toggle("first", !sure || doubts);
  },
  asksBack(composer) {
    const answer = composer.querySelector("[data-answer]:not([hidden])")?.dataset;
    if (!answer?.sure || doubted === composer.dataset.key) return false;
    doubted = composer.dataset.key;
    bag.offer(composer, answer);
    tell(answer.sure);
    return true;
  },
  told: (composer, card) => `${split.told(composer, card)}. ${composer.querySelector("[data-answer]:not([hidden])")?.textContent ?? ""}`,
  choices(composer) {
    const lie = all(CARD, sidesOf(composer)[0]).map((card) => card.dataset.face);
    const faces = facesOf(composer).map((face) => face.repeat(lie.filter((other) => other === face).length)).join("");
    return [composer.dataset.sends.replace("{all}", faces || composer.dataset.none)];
  },
};

/** Check boxes send themselves; they are only kept and counted. With none, the button says so (`data-none`), and is a quiet one. */
const pick = {
  read: (composer) => all("input[type='checkbox']", composer).map((box) => Number(box.checked)),
  write(composer, lie) {
    all("input[type='checkbox']", composer).forEach((box, number) => { if (!box.disabled) box.checked = Boolean(lie[number]); });
  },
  label(composer) {
    const cards = composer.querySelectorAll("input:checked").length;
    composer.querySelector(".composer-count").textContent = said("picked", { cards });
    const button = composer.querySelector(".composer-foot button");
    button.dataset.some ??= button.textContent;
    button.textContent = cards ? button.dataset.some : button.dataset.none;
    button.classList.toggle("first", cards > 0);
  },
};

const KINDS = { order, place, split, bag, pick };
const COMPOSER = ".composer[data-key]:not([data-compose='form'])"; // forms are form.js's
const kindOf = (composer) => KINDS[composer.dataset.compose];
const find = (key, within = document) => all(COMPOSER, within).find((composer) => composer.dataset.key === key);

/* -- what has been composed is kept, by the composer's key ---------------------------------------------------------- */

const STORE = `eminence.composed ${location.pathname}`;
const MOST = 6;
const kept = new Map(recalled());
let held = null; // the card that is picked up: the key of its composer, its number, and how all lay before
let before = null; // how all lay when a card was dragged away

function recalled() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE)) ?? [];
  } catch {
    return []; // a browser that keeps nothing
  }
}

/** What a composer is about: another one under the same key has nothing to do with what was kept. */
function about(composer) {
  const cards = all(`${CARD}, input[type='checkbox']`, composer).sort(byNumber);
  return cards.map((card) => card.dataset.choice ?? card.dataset.face ?? card.value).join("|");
}

function keep(composer) {
  const key = composer.dataset.key;
  kept.delete(key);
  kept.set(key, { about: composer.about, lie: kindOf(composer).read(composer) });
  while (kept.size > MOST) kept.delete(kept.keys().next().value);
  try {
    sessionStorage.setItem(STORE, JSON.stringify([...kept]));
  } catch { /* then it lasts as long as the page */ }
}

/** Make the composers of a new scene ready before it is shown: as they were left. */
function prepare(root) {
  for (const composer of all(COMPOSER, root)) {
    const kind = kindOf(composer);
    const id = `compose-${composer.dataset.key.replace(/\W+/g, "-")}`;
    all("button[data-choice], button[data-face], input[type='checkbox']", composer).forEach((card, number) => {
      card.dataset.index = number;
      card.id ||= `${id}-${number}`;
    });
    if (kind === order) cardsOf(composer).forEach(addArrows);
    if (kind.sided) addCounts(composer);
    if (kind === pick) composer.querySelector(".composer-foot").append(made("output", "composer-count"));
    composer.about = about(composer);
    const was = kept.get(composer.dataset.key);
    if (was?.about === composer.about) kind.write(composer, was.lie);
    kind.label(composer);
    composer.hidden = false;
    const prompt = root.querySelector("#prompt");
    if (prompt && composer.dataset.prompt) prompt.textContent = composer.dataset.prompt; // it asks for all parts at once
  }
  if (held && !find(held.key, root)) held = null;
  showHeld(root);
}

function made(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

function addArrows(card) {
  const arrows = [["earlier", "▲"], ["later", "▼"]].map(([way, sign]) => {
    const arrow = made("button", way, sign);
    arrow.type = "button";
    arrow.tabIndex = -1; // the keyboard moves the card itself
    arrow.ariaLabel = said(way, { card: nameOf(card) });
    return arrow;
  });
  itemOf(card).append(...arrows);
}

function addCounts(composer) {
  for (const side of all("[data-limit]", composer)) (side.querySelector("h3, h4") ?? side).append(" ", made("output", "composer-count"));
  composer.querySelector(".composer-foot").before(made("p", "composer-reason"));
}

document.addEventListener("house:drawn", (event) => prepare(event.detail));
prepare(document);

/* -- moving --------------------------------------------------------------------------------------------------------- */

function showHeld(root = document) {
  for (const composer of all(COMPOSER, root)) {
    for (const card of cardsOf(composer)) {
      const is = held?.key === composer.dataset.key && held.number === numberOf(card);
      card.classList.toggle("held", is);
      if (!kindOf(composer).sided) card.ariaPressed = String(is);
    }
  }
}

function hold(composer, card) {
  held = { key: composer.dataset.key, number: numberOf(card), before: kindOf(composer).read(composer) };
  showHeld();
  tell(said(composer.dataset.compose === "place" ? "exchange" : "held", { card: nameOf(card) }));
}

function release() {
  held = null;
  showHeld();
}

const heldIn = (composer) => (held?.key === composer.dataset.key ? cardsOf(composer).find((card) => numberOf(card) === held.number) : null);

function move(composer, card, target, { quiet = false } = {}) {
  const kind = kindOf(composer);
  if (kind.firm && lying(target) >= Number(target.dataset.limit)) return refuse(composer, target);
  const focused = composer.contains(document.activeElement);
  if (quiet) kind.toward(composer, card, target);
  else glide(composer, () => kind.toward(composer, card, target));
  kind.label(composer);
  keep(composer);
  if (focused && document.activeElement !== card) card.focus({ preventScroll: true });
  if (!quiet) tell(kind.told(composer, card, kind === place ? target : undefined));
}

function refuse(composer, side) {
  const reason = composer.dataset.full ?? said("full", { place: nameOf(side), limit: side.dataset.limit });
  composer.querySelector(".composer-reason").textContent = reason;
  tell(reason);
}

/** Change how cards lie, and let them travel there. */
function glide(composer, change) {
  const things = cardsOf(composer).map((card) => (kindOf(composer) === order ? itemOf(card) : card));
  const from = things.map((thing) => thing.getBoundingClientRect());
  change();
  if (stillness.matches) return;
  things.forEach((thing, number) => {
    const to = thing.getBoundingClientRect();
    const [x, y] = [from[number].left - to.left, from[number].top - to.top];
    if (x || y) thing.animate({ translate: [`${x}px ${y}px`, "0 0"] }, { duration: 180, easing: "cubic-bezier(.3, 0, .15, 1)" });
  });
}

function step(composer, card, target) {
  if (target) move(composer, card, target);
  card.scrollIntoView({ block: "nearest" });
}

function putBack(composer, card, lie) {
  glide(composer, () => kindOf(composer).write(composer, lie));
  kindOf(composer).label(composer);
  keep(composer);
  card.focus({ preventScroll: true });
  tell(said("cancelled", { card: nameOf(card) }));
}

document.addEventListener("click", (event) => {
  const composer = event.target.closest?.(COMPOSER);
  const button = event.target.closest?.("button");
  if (!composer || !button || !composer.contains(button)) return;
  if (button.matches(".earlier, .later")) {
    const card = itemOf(button).querySelector(CARD);
    step(composer, card, next(composer, card, button.matches(".earlier") ? -1 : 1));
  } else if (button.matches(CARD)) {
    tap(composer, button);
  }
});

function tap(composer, card) {
  if (kindOf(composer).sided) {
    move(composer, card, sidesOf(composer).find((side) => side !== sideOf(card)));
    card.focus({ preventScroll: true });
    return;
  }
  const first = heldIn(composer);
  if (!first) {
    hold(composer, card);
  } else {
    release();
    if (first === card) tell(kindOf(composer).told(composer, card));
    else move(composer, first, card);
  }
}

const EARLIER = ["ArrowUp", "ArrowLeft"];
const LATER = ["ArrowDown", "ArrowRight"];

/** The next card before or behind another; `across` rows, where they lie in rows, the one above or below it. */
function next(composer, card, by, across = false) {
  const cards = cardsOf(composer);
  const [at, { offsetLeft: left, offsetTop: top, offsetWidth: width }] = [cards.indexOf(card), itemOf(card)];
  const onward = by < 0 ? cards.slice(0, at).reverse() : cards.slice(at + 1);
  const isAcross = ({ offsetLeft, offsetTop }) => (offsetTop - top) * by > 4 && Math.abs(offsetLeft - left) < width / 2;
  return (across && onward.find((other) => isAcross(itemOf(other)))) || onward[0];
}

document.addEventListener("keydown", (event) => {
  const card = event.target.closest?.(`.composer ${CARD}`);
  const by = EARLIER.includes(event.key) ? -1 : LATER.includes(event.key) ? 1 : 0;
  if (!card || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const composer = card.closest(".composer");
  const first = heldIn(composer);
  const across = event.key === "ArrowUp" || event.key === "ArrowDown";
  if (event.key === "Escape" && first) {
    const were = held.before;
    release();
    putBack(composer, first, were);
  } else if (by && kindOf(composer).sided) {
    const side = sidesOf(composer)[by < 0 ? 0 : 1];
    if (side !== sideOf(card)) move(composer, card, side);
  } else if (by && kindOf(composer) === order && (event.altKey || first)) {
    const moving = event.altKey ? card : first;
    step(composer, moving, next(composer, moving, by, across));
  } else if (by && !event.altKey) {
    next(composer, card, by, across)?.focus();
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

document.addEventListener("change", (event) => {
  const composer = event.target.closest?.(".composer[data-compose='pick'][data-key]");
  if (!composer) return;
  keep(composer);
  pick.label(composer);
});

/* -- dragging: drag.js tells where a card is taken ------------------------------------------------------------------ */

document.addEventListener("house:dragged", ({ detail: { card, over, phase } }) => {
  const composer = card.closest(".composer");
  const kind = kindOf(composer);
  const target = kind.sided ? over : over?.querySelector(CARD);
  const elsewhere = target && target !== card && target !== sideOf(card);
  if (phase === "begin") {
    release();
    before = kind.read(composer);
  } else if (phase === "back") {
    putBack(composer, card, before);
  } else if (kind === order) {
    if (elsewhere) move(composer, card, target, { quiet: true }); // the others make room on the way
    if (phase === "drop") tell(kind.told(composer, card));
  } else if (phase === "drop" && elsewhere) {
    move(composer, card, target);
  }
});

/* -- sending -------------------------------------------------------------------------------------------------------- */

document.addEventListener("formdata", (event) => {
  const key = event.formData.get("compose");
  const composer = key === null ? null : find(key);
  if (!composer) return;
  event.formData.delete("compose");
  for (const choice of kindOf(composer).choices(composer)) event.formData.append("choice", choice);
});
document.addEventListener("submit", (event) => {
  const composer = event.submitter?.closest(COMPOSER);
  if (!composer) return;
  if (kindOf(composer).asksBack?.(composer)) {
    event.preventDefault();
    event.stopPropagation();
  } else {
    release();
  }
}, { capture: true });
