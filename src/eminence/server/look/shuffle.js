/* A player's own part of the shuffle. It is worth something only if nobody knows it before everything else is fixed:
   - The server's secret. So the table is made first, and its fingerprint comes back before anything is drawn here.
   - The others' parts. So only a fingerprint of ours is sent when we sit down; when the table is full and everybody is
     bound, all open theirs. What all were bound to is kept here before, and compared on the page about the shuffle. */

/* -- SHA-256 (FIPS 180-4). A page over plain http, as in a home network, has no crypto.subtle. ---------------------- */

const PRIMES = [2];
for (let n = 3; PRIMES.length < 64; n += 2) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turned = (word, by) => (word >>> by) | (word << (32 - by));

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const utf8 = (text) => new TextEncoder().encode(text);

export function sha256(bytes) {
  const padded = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  bytes.forEach((byte, at) => padded.setUint8(at, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 4, bytes.length * 8);
  const state = [...START];
  const w = new Int32Array(64);
  for (let block = 0; block < padded.byteLength; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) { w[i] = padded.getInt32(block + 4 * i); continue; }
      const [far, near] = [w[i - 15], w[i - 2]];
      w[i] = w[i - 16] + (turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)) + w[i - 7] + (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] = (state[i] + word) | 0; });
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/* -- what this browser keeps of each table -------------------------------------------------------------------------- */

const NAME = "eminence shuffle ";
const MOST = 200; // tables; the oldest are forgotten

const recall = (room) => {
  try { return JSON.parse(localStorage.getItem(NAME + room)); } catch { return null; }
};

/** Keep what we know of a table's shuffle. False where a browser keeps nothing: then it cannot be bound either. */
function keep(room, known) {
  try {
    localStorage.setItem(NAME + room, JSON.stringify(known));
    const kept = Object.keys(localStorage).filter((key) => key.startsWith(NAME)).map((key) => key.slice(NAME.length));
    if (kept.length > MOST) {
      kept.sort((one, other) => (recall(one)?.at ?? 0) - (recall(other)?.at ?? 0));
      kept.slice(0, kept.length - MOST).forEach((oldest) => localStorage.removeItem(NAME + oldest));
    }
    return true;
  } catch { return false; }
}

/** A new part of our own: the words that were typed, and behind them something that nobody can guess. */
const drawn = (words) => `${words} ${hex(crypto.getRandomValues(new Uint8Array(16)))}`.trim();

/** What to send when we sit down at a table whose secret is bound: our fingerprint, or nothing where none can be kept. */
function added(room, secret, words, alone) {
  const nonce = drawn(words);
  if (!keep(room, { at: Date.now(), secret, words, nonce, alone, bound: null, opened: 0 })) return { nonce: words };
  return alone ? { nonce } : { nonce_commitment: sha256(utf8(nonce)) };
}

/* -- sitting down --------------------------------------------------------------------------------------------------- */

function fill(form, fields) {
  for (const [name, value] of Object.entries(fields)) {
    const field = form.elements[name] ?? form.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }));
    field.value = value;
  }
}

/** Send a form of our own making: it opens the page that answers. */
function post(action, fields) {
  const form = Object.assign(document.createElement("form"), { method: "post", action });
  fill(form, fields);
  document.body.append(form);
  form.submit();
}

async function begin(form) {
  const csrf = form.elements.csrf.value;
  try {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.action, { method: "post", body, headers: { "X-Fragment": "commit" } });
    const { room, commitment, sit, go, alone } = await answer.json();
    if (!/^[0-9a-f]{64}$/.test(commitment)) throw new TypeError("not a table");
    if (sit) post(sit, { csrf, ...added(room, commitment, "", alone) });
    else location.assign(go); // a table without a seat for whoever made it
  } catch {
    form.submit(); // whatever went wrong, the server says it on a page
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-commit]")) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true");
    begin(form);
  } else if (form.dataset.secret && form.elements.nonce && !form.elements.nonce_commitment?.value) {
    fill(form, { nonce: "", ...added(form.dataset.room, form.dataset.secret, form.elements.nonce.value.trim(), false) });
  }
}, { capture: true });

/* -- opening, when the table is full -------------------------------------------------------------------------------- */

let sent = "";

/** Do what is our part now: be bound anew, if the table had to begin again; or open what we are bound to. */
async function takePart() {
  const asked = document.getElementById("shuffle")?.dataset;
  const known = asked && recall(asked.room);
  if (!asked?.stage || asked.missing !== "yes" || (known && known.secret !== asked.secret)) return; // never for another secret
  const bound = JSON.parse(asked.bound);
  const fields = asked.stage === "opening" ? opening(asked, known, bound) : anew(asked, known);
  if (!fields || sent === JSON.stringify(fields)) return;
  sent = JSON.stringify(fields);
  try {
    const body = new URLSearchParams({ csrf: asked.csrf, ...fields });
    const url = `/room/${asked.room}/${asked.stage === "opening" ? "open" : "bind"}`;
    const answer = await fetch(url, { method: "post", body, headers: { "X-Fragment": "room" }, redirect: "manual" });
    if (answer.status >= 500) throw new TypeError("not taken"); // what comes of it is told by the stream
  } catch {
    sent = "";
    setTimeout(takePart, 1000);
  }
}

function opening(asked, known, bound) {
  if (!known || sha256(utf8(known.nonce)) !== bound[asked.own]) return null; // another browser of this person has it
  if (JSON.stringify(known.bound) !== JSON.stringify(bound)) keep(asked.room, { ...known, bound, opened: known.opened + 1 });
  return { nonce: known.nonce };
}

/** One new part for each new start: the page may be drawn again before the server has ours. */
function anew(asked, known) {
  const words = known?.words ?? "";
  const fresh = { at: Date.now(), words, opened: Number(asked.times), ...known };
  if (known?.drawn !== asked.times) Object.assign(fresh, { secret: asked.secret, nonce: drawn(words), drawn: asked.times, bound: null });
  return keep(asked.room, fresh) ? { nonce_commitment: sha256(utf8(fresh.nonce)) } : null;
}

document.addEventListener("house:swapped", takePart);
takePart();

/* -- comparing, on the page about the shuffle ----------------------------------------------------------------------- */

/** What of the page does not agree with what this browser has kept. */
function differences(known, shown) {
  const nonces = JSON.parse(shown.nonces);
  const own = Number(shown.own);
  const prints = nonces.map((nonce) => (nonce ? sha256(unhex(nonce)) : ""));
  const others = known.alone ? prints.every((print, seat) => seat === own || !print)
    : !known.bound || known.bound.every((print, seat) => seat === own || print === prints[seat]);
  const agrees = {
    secret: known.secret === shown.secretPrint && (!shown.secret || sha256(unhex(shown.secret)) === known.secret),
    own: nonces[own] === hex(utf8(known.nonce)) && (known.alone || known.bound !== null),
    others,
    again: known.alone || !known.bound || known.opened === Number(shown.times) + 1,
  };
  return Object.keys(agrees).filter((what) => !agrees[what]);
}

const kept = document.getElementById("kept");
if (kept) {
  const known = recall(kept.dataset.room);
  const found = known ? differences(known, kept.dataset) : [];
  const wanted = known ? (found.length ? ["differs", ...found] : ["agrees"]) : ["nothing"];
  for (const line of kept.querySelectorAll("[data-kept]")) line.hidden = !wanted.includes(line.dataset.kept);
  kept.classList.toggle("bad", found.length > 0);
  kept.hidden = false;
}
