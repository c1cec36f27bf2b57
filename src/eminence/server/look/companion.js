/* A device in the middle of a table with a real box: what is shown, and what a tap, a code or a camera does. The whole game is computed here
   (companion_model.js); what must outlive a reload is kept sealed on the device, and nothing of it is ever sent or shown. */

const told = JSON.parse(document.getElementById("main").dataset.told);
const [{ Chests, below, chestOf, digest, digitsOf, newKey, seal, unseal }, { Reader }] = await Promise.all(
  [told.scripts.model, told.scripts.read].map((address) => import(address)),
);

const $ = (id) => document.getElementById(id);
const say = (key, words = {}) => Object.entries(words).reduce((text, [name, word]) => text.replace(`{${name}}`, word), told.say[key]);
const chests = new Chests(told.tables);
const SCREENS = ["begin", "wishes", "teach", "stop"];
const STILL_THERE = 1500; // a chest that is seen again so soon has not been away
const LONG = 12000; // after so long without any code, more is said
const SIZES = [3, 2.7, 2.4, 2.15, 1.9, 1.7, 1.5, 1.35, 1.2, 1.1]; // of letters; the last is what one scrolls in

/* -- what is kept ---------------------------------------------------------------------------------------------------- */

const fresh = () => ({ known: {}, game: null });
let keeps = true;

function store(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(`companion ${name}`);
    if (value === null) localStorage.removeItem(`companion ${name}`);
    else localStorage.setItem(`companion ${name}`, value);
  } catch {
    keeps = false;
  }
  return null;
}

const key = store("key") ?? newKey();
store("key", key);
let all = { ...fresh(), ...unseal(store(told.game) ?? "", key) };
const keep = () => store(told.game, seal(all, key));

/* -- which screen ---------------------------------------------------------------------------------------------------- */

let screen = "begin";
const here = () => told.stops[all.game.at];
const scans = () => screen === "teach" || (screen === "stop" && Boolean(here().scan));

function show(name, focus = true) {
  screen = name;
  SCREENS.forEach((one) => { $(one).hidden = one !== name; });
  const playing = name === "stop";
  $("where").hidden = $("bar").hidden = !playing;
  $("scan").hidden = !scans();
  $("aside").hidden = true;
  document.body.dataset.screen = name;
  [answered, unread, seenAt] = [null, null, performance.now()];
  if (name === "begin") drawBegin();
  if (name === "teach") drawTaught();
  if (playing) drawStop();
  note(scans() ? waiting() : "");
  look();
  stayAwake();
  if (focus) $(`${name}-title`).focus({ preventScroll: true });
  scrollTo(0, 0);
}

function drawBegin() {
  const known = Object.keys(all.known).length === chests.all;
  $("resume").hidden = $("instead").hidden = !all.game;
  $("new").classList.toggle("first", !all.game);
  $("known").hidden = !known;
  $("unknown").hidden = known;
}

let shown = -1; // the colour that fills the screen

function drawStop() {
  const stop = here();
  [...$("rounds").children].forEach((one, round) => {
    one.toggleAttribute("data-over", round < stop.round);
    if (round === stop.round) one.setAttribute("aria-current", "step");
    else one.removeAttribute("aria-current");
  });
  $("phase").textContent = stop.phase;
  $("stop-title").textContent = stop.title;
  $("todo").replaceChildren(...stop.todo.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  $("todo").classList.toggle("one", stop.todo.length === 1);
  $("repeated").hidden = !stop.scan || all.game.at >= all.game.done;
  fill(-1);
  enlarge();
  $("back").disabled = all.game.at === 0;
  const last = all.game.at + 1 === told.stops.length;
  $("next").textContent = last ? told.words.count : told.words.next;
  drawPips();
}

/** The words as large as the screen has room for: they are read from a metre away. */
function enlarge() {
  const stop = $("stop");
  for (const size of SIZES) {
    stop.style.setProperty("--words", `${size}rem`);
    const [root, words] = [document.documentElement, stop.firstElementChild];
    if (root.scrollHeight <= innerHeight && words.scrollWidth <= words.clientWidth && words.offsetHeight <= stop.clientHeight) return;
  }
}
addEventListener("resize", () => { if (screen === "stop") enlarge(); });

function drawPips() {
  const full = screen === "teach" ? Object.keys(all.known).length : all.game.scanned.length;
  [...$("pips").children].forEach((one, at) => one.toggleAttribute("data-full", at < full));
  if (screen !== "stop") return;
  const last = all.game.at + 1 === told.stops.length;
  const open = last || chests.mayGoOn(all.game);
  $("next").setAttribute("aria-disabled", String(!open));
  $("next").toggleAttribute("data-ready", open);
}

/** Fill the screen with a colour, its emblem and its name; -1: with none. */
function fill(colour) {
  shown = colour;
  $("answer").hidden = colour < 0;
  if (colour < 0) delete document.body.dataset.colour;
  else {
    document.body.dataset.colour = colour;
    $("emblem").setAttribute("href", `#${told.emblems[colour]}`);
    $("colour").textContent = told.names[colour];
  }
}

const waiting = () => {
  if (reader.isOn || reader.starting) return told.words.wait;
  return navigator.mediaDevices || isSecureContext ? told.words.waitPlain : say("insecure");
};

let unread = null;
function note(text, urgent = false) {
  const place = $(scans() ? "note" : "aside");
  place.textContent = text;
  place.toggleAttribute("data-urgent", urgent);
  $("aside").hidden = scans() || !text;
  if (urgent) announce(text);
}
const announce = (text) => { $("live").textContent = ""; $("live").textContent = text; };

/* -- a chest is there ------------------------------------------------------------------------------------------------- */

let answered = null; // the chest that was held up last
let seenAt = 0; // and when it was seen last

/** The chest of a code, whether printed by us or learned; undefined if it is none. */
const chestWith = (text) => chestOf(digitsOf(text), chests.all) ?? all.known[digest(text)];

function present(mark) {
  const now = performance.now();
  const still = mark === answered && now - seenAt < STILL_THERE;
  [answered, seenAt] = [mark, now];
  if (still) return;
  const again = all.game.scanned.includes(mark);
  const [next, colour] = chests.scan(all.game, mark);
  all.game = next;
  keep();
  fill(colour);
  drawPips();
  const count = say("count", { n: next.scanned.length, all: chests.all });
  const out = next.scanned.length === chests.all;
  const who = told.names[colour];
  const more = again ? say("again", { who }) : out ? say("all_out") : count;
  note(more, again);
  announce(again ? more : `${who}. ${count}${out ? `. ${more}` : ""}`);
  tell(colour);
}

function come(codes) {
  const now = performance.now();
  if (!codes.length) {
    if (now - seenAt > LONG && !unread && answered === null) note(say("look_long"));
    return;
  }
  if (screen === "teach") { learn(codes); return; }
  const marks = [...new Set(codes.map(chestWith))].filter((mark) => mark !== undefined && mark !== null);
  if (marks.length === 1) { unread = null; present(marks[0]); return; }
  const trouble = marks.length ? "two" : "unknown";
  const text = `${trouble} ${codes.join(" ")}`;
  if (unread !== text) { unread = text; return; } // once may be a slip
  note(say(trouble), true);
}

/* -- teaching -------------------------------------------------------------------------------------------------------- */

let untaught = null;

function drawTaught() {
  const known = new Set(Object.values(all.known));
  for (const button of document.querySelectorAll("#chests button")) {
    const word = button.querySelector("small");
    const has = known.has(Number(button.dataset.mark));
    word.textContent = has ? word.dataset.known : word.dataset.missing;
    button.toggleAttribute("data-known", has);
    button.setAttribute("aria-disabled", String(has || !untaught));
  }
  $("unlearn").textContent = known.size === chests.all ? told.words.taught : told.words.forget;
  $("unlearn").classList.toggle("first", known.size === chests.all);
  drawPips();
}

let [heldUp, heldAt] = ["", 0];
function learn(codes) {
  const several = new Set(codes);
  if (several.size > 1) { note(say("two"), true); return; }
  const [text] = several;
  const now = performance.now();
  const still = text === heldUp && now - heldAt < STILL_THERE;
  [heldUp, heldAt] = [text, now];
  if (still) return;
  if (chestOf(digitsOf(text), chests.all) !== null) { note(told.words.own, true); return; }
  if (all.known[digest(text)] !== undefined) { note(say("taken"), true); return; } // which it is, nobody learns here
  untaught = text;
  drawTaught();
  note(say("teach_first"), true);
}

$("chests").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.getAttribute("aria-disabled") === "true") return;
  const mark = Number(button.dataset.mark);
  all.known[digest(untaught)] = mark;
  untaught = null;
  keep();
  drawTaught();
  note(say("learned", { chest: told.chests[mark] }), true);
});
$("unlearn").addEventListener("click", () => {
  if (Object.keys(all.known).length === chests.all && $("unlearn").classList.contains("first")) { show(all.game ? "stop" : "begin"); return; }
  [all.known, untaught, heldUp] = [{}, null, ""];
  keep();
  drawTaught();
  note(waiting());
});

/* -- camera, pictures, digits ----------------------------------------------------------------------------------------- */

const reader = new Reader($("video"), told.reads, come, (trouble) => {
  drawCamera();
  if (answered === null || performance.now() - seenAt > 2 * STILL_THERE) note(say(trouble), true); // never over an answer that is being read
});

function drawCamera() {
  $("seen").hidden = $("other").hidden = !(reader.isOn || reader.starting);
  $("camera").hidden = reader.isOn || reader.starting || !navigator.mediaDevices;
}

function look() {
  reader.want(scans() && wantsCamera);
  drawCamera();
}
let wantsCamera = Boolean(navigator.mediaDevices);
$("video").addEventListener("playing", () => { drawCamera(); if (answered === null && !unread) note(waiting()); });
$("camera").addEventListener("click", () => { wantsCamera = true; look(); });
$("other").addEventListener("click", () => { $("menu").hidePopover(); reader.turn(); });

$("photo").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file) return;
  try {
    const codes = await reader.photo(file);
    unread = null;
    if (!codes.length) { note(say("blurred"), true); return; }
    come(codes);
    if (unread) come(codes); // a picture does not come twice
  } catch (error) {
    note(say(error.message === "ever" ? "no_reader_ever" : "no_reader"), true);
  }
});

$("type").addEventListener("click", () => {
  $("digits").value = "";
  $("mistyped").hidden = true;
  $("typing").showModal();
});
$("untype").addEventListener("click", () => $("typing").close());
$("typing").addEventListener("submit", (event) => {
  const mark = chestOf($("digits").value.trim(), chests.all);
  if (mark === null) {
    event.preventDefault();
    $("mistyped").textContent = say("unknown_typed");
    $("mistyped").hidden = false;
    $("digits").select();
    return;
  }
  $("digits").value = "";
  if (screen !== "stop") { note(told.words.own, true); return; }
  answered = null;
  present(mark);
});

document.querySelectorAll("[data-leave]").forEach((button) => button.addEventListener("click", () => show(all.game ? "stop" : "begin")));

/* -- a new game ------------------------------------------------------------------------------------------------------ */

let wishes = null;

function begin(by) {
  all.game = chests.begin(below, by);
  wishes = null;
  keep();
  $("wish").reset();
  show("stop");
}
$("resume").addEventListener("click", () => show("stop"));
$("new").addEventListener("click", () => begin());
$("learn").addEventListener("click", () => show("teach"));
$("new-wishes").addEventListener("click", () => { wishes = []; handOver(); });

function handOver() {
  $("wish").reset();
  $("wish").hidden = true;
  $("hand-over").hidden = false;
  $("hand-to").textContent = told.names[wishes.length];
  document.body.dataset.hand = wishes.length;
  show("wishes");
}
$("ready").addEventListener("click", () => {
  $("hand-over").hidden = true;
  $("wish").hidden = false;
  $("wish").querySelector("input").focus();
});
$("wish").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData($("wish"));
  wishes.push(told.roles.map((_, role) => Number(form.get(`wish-${role}`))));
  if (wishes.length < told.names.length) handOver();
  else begin(wishes);
});

/* -- forward and back ------------------------------------------------------------------------------------------------- */

$("next").addEventListener("click", async () => {
  if (all.game.at + 1 === told.stops.length) {
    const there = await fetch(told.count, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (there?.ok) location.href = told.count;
    else note(say("no_count"), true);
    return;
  }
  if (!chests.mayGoOn(all.game)) { note(say("count", { n: all.game.scanned.length, all: chests.all }), true); return; }
  all.game = chests.goOn(all.game);
  keep();
  show("stop");
});
$("back").addEventListener("click", () => {
  all.game = chests.goBack(all.game);
  keep();
  show("stop");
});
$("teach-again").addEventListener("click", () => { $("menu").hidePopover(); show("teach"); });
$("end").addEventListener("click", (event) => {
  const button = event.target;
  if (button.textContent !== button.dataset.sure) { [button.dataset.before, button.textContent] = [button.textContent, button.dataset.sure]; return; }
  all.game = null;
  keep();
  $("menu").hidePopover();
  show("begin");
});
$("menu").addEventListener("toggle", () => { if ($("end").dataset.before) $("end").textContent = $("end").dataset.before; });

/* -- heard ----------------------------------------------------------------------------------------------------------- */

let audio = null;
const sound = () => document.querySelector("#sounds input:checked")?.value ?? "silent";
const chosen = store("sound") ?? "silent";
for (const box of document.querySelectorAll("#sounds input")) {
  box.checked = box.value === chosen;
  box.addEventListener("change", () => { store("sound", box.value); tell(Math.max(shown, 0)); });
}

/** As many notes as the colour has place among them, each colour at its own pitch; or its name. */
function tell(colour) {
  if (sound() === "beep") beep([392, 523, 659, 784][colour % 4], colour + 1);
  if (sound() === "speech" && "speechSynthesis" in window) {
    speechSynthesis.cancel();
    speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(told.names[colour]), { lang: document.documentElement.lang }));
  }
}

function beep(pitch, times) {
  audio ??= new AudioContext();
  audio.resume();
  for (let number = 0; number < times; number += 1) {
    const [string, body, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + 0.03 + number * 0.22];
    string.type = "triangle";
    string.frequency.value = pitch;
    body.gain.setValueAtTime(0, at);
    body.gain.linearRampToValueAtTime(0.2, at + 0.01);
    body.gain.exponentialRampToValueAtTime(0.0001, at + 0.18);
    string.connect(body).connect(audio.destination);
    string.start(at);
    string.stop(at + 0.2);
  }
}

/* -- the timer ------------------------------------------------------------------------------------------------------- */

let ends = Number(store("timer") ?? 0);
const word = $("clock").textContent;
function tick() {
  const left = Math.ceil((ends - Date.now()) / 1000);
  if (!ends) $("clock").textContent = word;
  else if (left > 0) $("clock").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  else if (!$("clock").hasAttribute("data-up")) {
    $("clock").textContent = told.words.timeUp;
    $("clock").setAttribute("data-up", "");
    announce(say("timer_up"));
    if (sound() !== "silent") beep(880, 3);
  }
}
document.querySelectorAll("[data-minutes]").forEach((button) => button.addEventListener("click", () => {
  const minutes = Number(button.dataset.minutes);
  ends = minutes ? Date.now() + minutes * 60000 : 0;
  store("timer", String(ends));
  $("clock").removeAttribute("data-up");
  $("timer").hidePopover();
  tick();
}));
setInterval(tick, 250);
tick();

/* -- awake, and at hand when nothing can be reached ----------------------------------------------------------------------- */

let awake = null;
async function stayAwake() {
  if (screen === "begin") { awake?.release(); return; }
  if (document.hidden || awake || !navigator.wakeLock) return;
  awake = await navigator.wakeLock.request("screen").catch(() => null);
  awake?.addEventListener("release", () => { awake = null; });
}
document.addEventListener("visibilitychange", () => { stayAwake(); look(); });

/** The page and all it needs, kept by the browser: the worker gives it out where nothing can be reached. */
async function keepPage() {
  if (!isSecureContext || !window.caches) return;
  const kept = await caches.open("companion");
  await kept.addAll(told.files.map((file) => new Request(file, { cache: file.startsWith("/static/") ? "default" : "no-cache" })));
  for (const request of await kept.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/static/") && !told.files.includes(pathname)) await kept.delete(request);
  }
  document.body.dataset.kept = "yes";
}
keepPage().catch(() => {}); // another time
navigator.storage?.persist?.().catch(() => {});

const over = all.game?.at + 1 === told.stops.length; // then one comes to play another
show(all.game && !over ? "stop" : "begin", false);
if (!keeps) note(say("not_kept"), true);
