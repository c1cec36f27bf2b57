/* The game of chests on a device: who gets which, by the tables that the page has from the engine. The same as `companion/chests.py` and
   `companion/codes.py`, which a test plays side by side. Nothing here draws a picture or keeps anything. */

const [ROLES, HOME] = ["roles", "home"];
const [DIGITS, TURNS, SHIFT, PREFIX] = [4, 7919, 5, "E:"];
const GUARD = ["0317598642", "7092154863", "4206871359", "1750983426", "6123045978", "3674209581", "5869720134", "8945362017", "9438617205", "2581436790"];

/** A number below n, as likely as any other. */
export function below(n) {
  const word = new Uint32Array(1);
  const most = 2 ** 32 - (2 ** 32 % n);
  do crypto.getRandomValues(word); while (word[0] >= most);
  return word[0] % n;
}

/** Which chest a code of ours belongs to; null if it is none. */
export function chestOf(code, chests) {
  if (!new RegExp(`^[0-9]{${DIGITS + 1}}$`).test(code)) return null;
  if ([...code].reduce((found, digit) => Number(GUARD[found][digit]), 0)) return null;
  const mixed = Number(code.slice(0, DIGITS)) * TURNS;
  return ((mixed >> SHIFT) ^ mixed ^ (mixed >> (2 * SHIFT))) % chests;
}

/** The digits of a printed code of ours; "" for what somebody else has printed. */
export const digitsOf = (text) => (text.startsWith(PREFIX) ? text.slice(PREFIX.length) : "");

export class Chests {
  constructor(tables) {
    Object.assign(this, tables);
    this.all = tables.assignments[0].length;
  }

  /** How much each deal of roles counts, by what each colour wishes of each role: 0 nothing, 1 to have it, 2 not to. */
  odds(wishes) {
    if (!wishes) return this.assignments.map(() => 1);
    return this.assignments.map((marks) => [...marks].reduce((found, mark, colour) => found * this.weights[wishes[colour][this.roles[mark]]], 1));
  }

  begin(draw, wishes) {
    const odds = this.odds(wishes);
    let drawn = draw(odds.reduce((sum, one) => sum + one, 0));
    let assignment = 0;
    while (drawn >= odds[assignment]) drawn -= odds[assignment++];
    return { assignment, schedule: draw(this.schedules.length), at: 0, done: 0, scanned: [] };
  }

  receiver(evening, mark) {
    const [round, scan] = this.course[evening.at];
    const owners = this.assignments[evening.assignment];
    if (scan === ROLES || scan === HOME) return owners.indexOf(String(mark));
    const at = ((round - 1) * this.distributions + Number(scan)) * this.all + mark;
    return owners.indexOf(this.schedules[evening.schedule][at]);
  }

  scan(evening, mark) {
    const colour = this.receiver(evening, mark);
    if (evening.scanned.includes(mark)) return [evening, colour];
    const scanned = [...evening.scanned, mark];
    const done = scanned.length === this.all ? Math.max(evening.done, evening.at + 1) : evening.done;
    return [{ ...evening, scanned, done }, colour];
  }

  mayGoOn(evening) {
    return evening.at + 1 < this.course.length && (!this.course[evening.at][1] || evening.at < evening.done);
  }

  goOn(evening) {
    if (!this.mayGoOn(evening)) return evening;
    return { ...evening, at: evening.at + 1, done: Math.max(evening.done, evening.at + 1), scanned: [] };
  }

  goBack(evening) {
    return { ...evening, at: Math.max(evening.at - 1, 0), scanned: [] };
  }
}

/* -- kept on the device ------------------------------------------------------------------------------------------------
   What a device must remember, it keeps sealed: always as long, never twice alike, and nothing to be read at a glance. Whoever takes the
   device and its key apart can open it, as whoever lifts a chest's lid can: this is a curtain and no lock. */

const ROOM = 700;

/** Chance that follows from a key: the generator sfc32. */
function* stream(key) {
  let [a, b, c, d] = key;
  for (let turn = 0; ; turn += 1) {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    if (turn > 15) yield sum & 255;
  }
}

const words = (bytes) => [0, 4, 8, 12].map((at) => (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]);

function mixed(bytes, key, nonce) {
  const chance = stream(words(key.map((byte, at) => byte ^ nonce[at])));
  return bytes.map((byte) => byte ^ chance.next().value);
}

const toText = (bytes) => btoa(String.fromCharCode(...bytes));
const toBytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

export const newKey = () => toText(crypto.getRandomValues(new Uint8Array(16)));

/** Something as a text of always the same length. */
export function seal(thing, key) {
  const plain = new TextEncoder().encode(JSON.stringify(thing));
  if (plain.length > ROOM) throw new Error("there is more to keep than there is room for");
  const bytes = new Uint8Array(ROOM).fill(32);
  bytes.set(plain);
  const nonce = crypto.getRandomValues(new Uint8Array(16));
  return toText(nonce) + toText(mixed(bytes, toBytes(key), nonce));
}

/** What was sealed; null for what is broken. */
export function unseal(text, key) {
  try {
    return JSON.parse(new TextDecoder().decode(mixed(toBytes(text.slice(24)), toBytes(key), toBytes(text.slice(0, 24)))));
  } catch {
    return null;
  }
}

/** What stands for a code in what is kept: codes may be long. */
export function digest(text) {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (const sign of new TextEncoder().encode(text)) {
    one = Math.imul(one ^ sign, 2654435761);
    two = Math.imul(two ^ sign, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(36);
}
