/* A composer of the kind "form": an answer made of several small ones, as a form of plain fields.
   Every part of it is an element with data-q: radio buttons or a <select> (what is picked is sent), check boxes (all that
   are marked), a number (data-sends with it for {n}; nothing, or data-zero, where it is 0), or a hidden field (always sent).
   Parts are sent as they stand in the page, or in the order of data-at. A part is asked
     data-when="other"          if another part is asked and not idle (its data-idle),
     data-when="other=a|b"      if another part is asked and has one of these values,
     data-differs="other|more"  always, but what those say cannot be said here,
     data-swaps="name"          always; of all parts with that name none says what another says: they change places,
     data-costs                 if there is something left of the form's data-budget; unless idle, it costs one of it.
   Of check boxes with data-need so many must be marked. A number may grow with another (data-more names its part) or shrink (data-less). A hidden field with data-counts counts the radio buttons with that
   value, which is not sent itself (it begins with "+"); with data-below it is sent if fewer of data-of are marked than that.
   There may be several buttons that send it, each with choices of its own behind all others (data-last).
   What would come of it the server says (data-forecast), with the label of the button that sends it unless that is data-fixed,
   and which of several may be pressed (data-may): the script has no texts, and no rules. It may also complete what is sent (data-sends),
   and say that this is to do nothing (data-quiet).
   Of the lines of a board (details with data-line, and one name) one is open at a time; a line that is folded shows what was chosen in it (data-shows; "-" is not said), and what is foreseen at its places (data-places, of data-place). What was half composed is kept by
   the form's key. */

const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const FORM = ".composer[data-key][data-compose='form']";
const SOON = 180; // ms without a change, after which the server is asked
const live = document.querySelector("[data-live]");
const tell = (text) => document.dispatchEvent(new CustomEvent("house:tell", { detail: text }));

/* -- what is asked, and what is answered ---------------------------------------------------------------------------- */

const fieldsOf = (part) => all("input, select", part).filter((field) => field.closest("[data-q]") === part);
const partsOf = (form) => all("[data-q]", form).map((part, number) => ({ part, number, at: Number(part.dataset.at ?? 0) }))
  .sort((a, b) => a.at - b.at || a.number - b.number).map(({ part }) => part);

/** What a part says, were it asked: a list of choices. */
function said(part, form) {
  const found = [];
  for (const field of fieldsOf(part)) {
    if (field.disabled) continue;
    if (field.type === "number") {
      const n = Number(field.value);
      if (n > 0) found.push(field.dataset.sends.replace("{n}", n));
      else if (field.dataset.zero) found.push(field.dataset.zero);
    } else if (field.type === "hidden") {
      if (field.dataset.counts) found.push(field.value.replace("{n}", all("input:checked", form).filter((one) => one.value === field.dataset.counts).length));
      else if (!field.dataset.below || all(`[data-q="${field.dataset.of}"] input:checked`, form).length < Number(field.dataset.below)) found.push(field.value);
    } else if (field.matches("select") || field.checked) {
      if (field.value && !field.value.startsWith("+")) found.push(field.value);
    }
  }
  return found;
}

const isIdle = (part, choices) => choices.every((choice) => (part.dataset.idle ?? "").split("|").includes(choice));

/** What another part says is shut here; whoever had chosen it chooses the first that is there. */
function apart(part, taken) {
  const fields = fieldsOf(part);
  for (const field of fields) field.disabled = taken.includes(field.value);
  if (fields.some((field) => field.disabled && field.checked)) fields.find((field) => !field.disabled).checked = true;
}

const had = new WeakMap(); // what each part that swaps said before
const chosen = (part) => fieldsOf(part).find((field) => field.checked);

/** What a part says now another part may have said: that one says what this one said before. */
function swap(form, part) {
  const now = chosen(part), before = had.get(part);
  const others = all(`[data-swaps="${part.dataset.swaps}"]`, form).filter((other) => other !== part && chosen(other)?.value === now?.value);
  for (const other of others) for (const field of fieldsOf(other)) field.checked = field.value === before;
}

/** Go through the form in order: which parts are asked, and all that is sent. Those that are not asked are hidden. */
function read(form) {
  const known = new Map();
  const sent = [];
  let budget = Number(form.dataset.budget ?? Infinity);
  for (const part of partsOf(form)) {
    const { q, when = "", differs, costs } = part.dataset;
    if (part.dataset.swaps) had.set(part, chosen(part)?.value);
    const holds = (condition) => {
      const [name, values] = condition.split("=");
      const other = known.get(name);
      if (!other) return false;
      return values === undefined ? !other.idle : values.split("|").some((value) => other.choices.includes(value));
    };
    const asked = (!when || holds(when)) && (costs === undefined || budget > 0);
    if (part.hidden === asked) part.hidden = !asked;
    if (!asked) continue;
    if (differs) apart(part, differs.split("|").flatMap((other) => known.get(other)?.choices ?? []));
    const choices = said(part, form);
    const idle = isIdle(part, choices);
    if (costs !== undefined && !idle) budget -= 1;
    known.set(q, { choices, idle });
    sent.push(...choices);
  }
  return sent;
}

/** Boxes of which so many are wanted: when they are marked, no others can be. */
function need(form) {
  let all_there = true;
  for (const part of all("[data-need]", form)) {
    const [boxes, wanted] = [fieldsOf(part), Number(part.dataset.need)];
    const marked = boxes.filter((box) => box.checked).length;
    for (const box of boxes) box.disabled = !box.checked && marked >= wanted;
    if (marked !== wanted) all_there = false;
  }
  return all_there;
}

const castOf = (form) => form.querySelector("[data-forecast] > *")?.dataset ?? {};
const sureOf = (form, button) => button.dataset.sure ?? castOf(form).sure;
const nameOf = (form, button) => `${form.dataset.key} ${button.dataset.last ?? ""}`;
let doubted = ""; // the button, by its name, that has asked back whether that is meant

/** All that is sent: what the form says, as the server has completed it. */
const gives = (form) => castOf(form).sends?.split("\n") ?? read(form);

/** The button says what it does; what somebody may not have meant asks back once, and what cannot be is not sent. */
function offer(form) {
  const { label, bad, may, quiet } = castOf(form);
  for (const button of all("[name='compose']", form)) {
    const [fixed, sure] = ["fixed" in button.dataset, sureOf(form, button)];
    const doubts = sure && doubted === nameOf(form, button);
    const words = doubts ? sure : fixed ? button.dataset.name : label;
    if (words && !button.ariaLabel) button.textContent = words;
    if (!fixed) button.classList.toggle("first", quiet === undefined && (!sure || Boolean(doubts)));
    else if (sure) button.classList.toggle("first", Boolean(doubts));
    button.disabled = !form.complete || Boolean(bad) || Boolean(may && button.dataset.last && !may.split("\n").includes(button.dataset.last));
  }
}

/** Numbers that depend on others: of what is bought, so many more can be given away. */
function bound(form) {
  const number = (q) => Number(form.querySelector(`[data-q="${q}"] input`)?.value ?? 0);
  for (const field of all("input[data-more], input[data-less]", form)) {
    field.dataset.most ??= field.max;
    field.max = Math.max(0, Number(field.dataset.most) + (field.dataset.more ? number(field.dataset.more) : 0) - (field.dataset.less ? number(field.dataset.less) : 0));
    if (Number(field.value) > Number(field.max)) field.value = field.max;
  }
}

/* -- lines of a board ------------------------------------------------------------------------------------------------ */

/** What was chosen in each line, in its words. */
function show(form) {
  for (const place of all("[data-shows]", form)) {
    const there = all("[data-q]:not([hidden])", place.closest("details")).flatMap((part) => fieldsOf(part).map((field) => [part, field]));
    const picked = there.filter(([, field]) => field.checked || field.matches("select"))
      .map(([part, field]) => [part, field, field.closest("[data-said]")?.dataset.said ?? field.selectedOptions?.[0]?.textContent]);
    place.textContent = picked.map(([, , said]) => said).filter((said) => said && said !== "-").join(", ");
    place.classList.toggle("idle", picked.every(([part, field]) => (part.dataset.idle ?? "").split("|").includes(field.value)));
  }
}

/** What is foreseen at the places of a line stands in the line, too. */
function spread(form) {
  for (const place of all("[data-places]", form)) {
    const there = place.dataset.places.split(" ").flatMap((at) => all(`[data-forecast] [data-place="${at}"]`, form));
    place.innerHTML = there.at(-1)?.querySelector(".dp-balance")?.innerHTML ?? "";
    for (const line of there) line.dataset.spread = "";
  }
}

/** Whoever has picked something in a line has done with it, unless more is asked there. */
function fold(field) {
  const line = field.closest("details[data-line]");
  if (all("[data-q]:not([hidden])", line).at(-1) === field.closest("[data-q]")) { line.open = false; line.firstElementChild.focus({ preventScroll: true }); }
}

/* -- what would come of it ------------------------------------------------------------------------------------------ */

let timer = 0;

function changed(form) {
  doubted = "";
  update(form);
  keep(form);
  form.querySelector("[data-forecast]")?.setAttribute("aria-busy", "true");
  drop(form);
  timer = setTimeout(() => ask(form), SOON);
}

function update(form) {
  bound(form);
  form.sent = read(form);
  form.complete = need(form);
  offer(form);
  show(form);
}

/** Of several forecasts only the last matters: what was asked before, or is about to be, is not waited for. */
function drop(form) {
  clearTimeout(timer);
  form.asking?.abort();
}

async function ask(form) {
  drop(form);
  const place = form.querySelector("[data-forecast]");
  const question = document.querySelector("#answer [name='ask']");
  if (!place || !form.isConnected || !question || !form.complete) { place?.removeAttribute("aria-busy"); return; }
  const { signal } = form.asking = new AbortController();
  const fields = new URLSearchParams([["csrf", document.querySelector("#answer [name='csrf']").value], ["ask", question.value], ...form.sent.map((choice) => ["choice", choice])]);
  try {
    const answer = await fetch(`${live.dataset.url}/forecast`, { method: "post", body: fields, headers: { "X-Fragment": "forecast" }, signal });
    if (answer.status !== 200) return; // 204: the table has moved on
    const told = await answer.text();
    if (!form.isConnected) return;
    const before = place.textContent;
    const open = all("details[open][id]", place).map((element) => element.id);
    place.innerHTML = told;
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    offer(form);
    spread(form);
    form.dispatchEvent(new CustomEvent("house:cast", { bubbles: true }));
    if (place.textContent !== before) tell(castOf(form).bad ?? castOf(form).told);
  } catch { /* the answer itself will say what is wrong */ } finally {
    if (!signal.aborted) place.removeAttribute("aria-busy");
  }
}

/* -- what has been composed is kept, by the form's key -------------------------------------------------------------- */

const STORE = `eminence.formed ${location.pathname}`;
const MOST = 4;
const kept = new Map(recalled());

function recalled() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE)) ?? [];
  } catch {
    return []; // a browser that keeps nothing
  }
}

const everyField = (form) => all("[data-q] :is(input:not([type='hidden']), select)", form).sort((a, b) => Number(a.dataset.number) - Number(b.dataset.number));
const about = (form) => everyField(form).map((field) => field.dataset.sends ?? `${field.closest("[data-q]").dataset.q} ${field.matches("select") ? "" : field.value}`).join("|");
const rowsOf = (form) => all("[data-rows] > li", form);

function keep(form) {
  kept.delete(form.dataset.key);
  const lie = everyField(form).map((field) => (field.matches("[type='radio'], [type='checkbox']") ? field.checked : field.value));
  kept.set(form.dataset.key, { about: form.about, lie, rows: rowsOf(form).map((row) => row.dataset.row) });
  while (kept.size > MOST) kept.delete(kept.keys().next().value);
  try {
    sessionStorage.setItem(STORE, JSON.stringify([...kept]));
  } catch { /* then it lasts as long as the page */ }
}

function restore(form) {
  all("[data-q] :is(input:not([type='hidden']), select)", form).forEach((field, number) => { field.dataset.number = number; });
  form.about = about(form);
  const was = kept.get(form.dataset.key);
  if (was?.about !== form.about) return false;
  everyField(form).forEach((field, number) => {
    if (field.matches("[type='radio'], [type='checkbox']")) field.checked = was.lie[number];
    else field.value = was.lie[number];
  });
  const rows = new Map(rowsOf(form).map((row) => [row.dataset.row, row]));
  form.querySelector("[data-rows]")?.append(...was.rows.map((name) => rows.get(name)).filter(Boolean));
  return true;
}

function prepare(root) {
  for (const form of all(FORM, root)) {
    const half = restore(form);
    form.gives = () => gives(form);
    form.hidden = false;
    update(form);
    spread(form);
    const prompt = root.querySelector("#prompt");
    if (prompt && form.dataset.prompt) prompt.textContent = form.dataset.prompt; // it asks for all parts at once
    if (half) form.querySelector("[data-forecast]")?.setAttribute("aria-busy", "true");
    if (half) setTimeout(() => { if (form.isConnected) ask(form); }, 0);
  }
}

document.addEventListener("house:drawn", (event) => prepare(event.detail));
prepare(document);

/* -- the hand at work ------------------------------------------------------------------------------------------------ */

const bounded = (field, value) => Math.min(Math.max(value, Number(field.min)), Number(field.max));

document.addEventListener("input", (event) => {
  const form = event.target.closest?.(FORM);
  if (!form) return;
  if (event.target.type === "number" && event.target.value !== "") event.target.value = bounded(event.target, Math.round(Number(event.target.value)) || 0);
  const swaps = event.target.closest("[data-swaps]");
  if (swaps) swap(form, swaps);
  changed(form);
});

document.addEventListener("click", ({ target, detail }) => { // by hand: arrows only go through what is there
  if (detail > 0 && target.matches?.("[data-line] input[type='radio']")) setTimeout(() => fold(target), 0);
});

document.addEventListener("focusout", (event) => {
  const form = event.target.closest?.(FORM);
  if (form && event.target.type === "number" && event.target.value === "") { event.target.value = event.target.min; changed(form); }
});

document.addEventListener("click", (event) => {
  const form = event.target.closest?.(FORM);
  const button = event.target.closest?.("button[data-step], button[data-to], button[data-move]");
  if (!form || !button) return;
  if (button.dataset.step) {
    const field = button.parentElement.querySelector("input");
    field.value = bounded(field, Number(field.value) + Number(button.dataset.step));
  } else if (button.dataset.to) {
    const field = button.closest("[data-q]").querySelector("input");
    field.value = bounded(field, Number(button.dataset.to));
  } else {
    const row = button.closest("li");
    const other = button.dataset.move === "-1" ? row.previousElementSibling : row.nextElementSibling;
    if (button.dataset.move === "-1") other?.before(row);
    else other?.after(row);
    button.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }
  changed(form);
});

/* -- an answer that somebody advises, as a list of choices, is filled in; data-fill of a button is such a list ---------- */

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("button[data-fill]");
  button?.closest(FORM)?.dispatchEvent(new CustomEvent("house:fill", { bubbles: true, detail: JSON.parse(button.dataset.fill) }));
});

/** What a field would say first of these choices, which it then takes away from them. `of` counts what rows share. */
function take(field, choices, of) {
  const number = (sends) => {
    const [before, after] = sends.split("{n}");
    const n = choices[0]?.startsWith(before) && choices[0].endsWith(after) ? choices[0].slice(before.length, choices[0].length - after.length) : "";
    if (!/^\d+$/.test(n)) return null;
    choices.shift();
    return Number(n);
  };
  if (field.type === "number") {
    field.value = number(field.dataset.sends) ?? field.min;
    if (choices[0] === field.dataset.zero) choices.shift();
  } else if (field.type === "hidden") {
    if (field.dataset.counts) of[field.dataset.counts] = number(field.value) ?? 0;
    else if (choices[0] === field.value) choices.shift();
  } else if (field.type === "checkbox") {
    field.checked = choices.includes(field.value);
    if (field.checked) choices.splice(choices.indexOf(field.value), 1);
  } else if (field.matches("select")) {
    if ([...field.options].some((option) => option.value === choices[0])) field.value = choices.shift();
  } else if (of[field.value] > 0 || (choices.length && choices[0] === field.value)) {
    field.checked = true;
    if (field.value in of) of[field.value] -= 1;
    else choices.shift();
    return true; // of radio buttons one is enough
  }
  return false;
}

/** Whether a field can say a choice; what none can, the server adds. */
function canSay(field, choice) {
  if (field.type === "number" || field.dataset.counts) { const [before, after] = (field.dataset.sends ?? field.value).split("{n}"); return choice === field.dataset.zero || (choice.startsWith(before) && choice.endsWith(after)); }
  return field.matches("select") ? [...field.options].some((option) => option.value === choice) : field.value === choice;
}

document.addEventListener("house:fill", ({ target: form, detail }) => {
  const fields = partsOf(form).flatMap(fieldsOf);
  const [choices, of] = [detail.filter((choice) => fields.some((field) => canSay(field, choice))), {}];
  const suffers = choices.map((choice) => rowsOf(form).find((row) => all("input", row).some((field) => field.value === choice))).filter(Boolean);
  form.querySelector("[data-rows]")?.append(...suffers); // in this order, behind all others
  for (const part of partsOf(form)) {
    read(form); // what is asked follows from what was filled in before
    if (!part.hidden) fieldsOf(part).some((field) => take(field, choices, of));
  }
  changed(form);
});

/* -- sending --------------------------------------------------------------------------------------------------------- */

document.addEventListener("formdata", (event) => {
  const key = event.formData.get("compose");
  const form = key === null ? null : all(FORM).find((one) => one.dataset.key === key);
  if (!form) return;
  event.formData.delete("compose");
  const last = pressed?.dataset.last?.split("|") ?? [];
  for (const choice of [...gives(form), ...last]) event.formData.append("choice", choice);
});

let pressed = null; // the button by which it is sent

document.addEventListener("submit", (event) => {
  const form = event.submitter?.matches("[name='compose']") ? event.submitter.closest(FORM) : null;
  pressed = form ? event.submitter : null;
  if (form?.querySelector("[data-forecast][aria-busy]")) { // what would come of it is not known yet: it is sent once it is
    const [whole, button] = [event.target, pressed];
    ask(form).then(() => { if (button.isConnected && !button.disabled) whole.requestSubmit(button); });
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const sure = form && sureOf(form, pressed);
  if (!sure || doubted === nameOf(form, pressed)) return;
  doubted = nameOf(form, pressed);
  offer(form);
  tell(sure);
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });
