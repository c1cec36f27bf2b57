/* Signals for whoever wants them: a small sound when something happens, another when it is one's turn, a third at the end; and a
   phone that stirs at one's turn. Both are off unless chosen. The sounds are drawn here: there are no files of them. */

const table = document.body.dataset;
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const happened = () => Math.floor(Number(document.querySelector("#scene > .scene")?.dataset.number ?? 0) / 10000);
let audio = null;
let heard = happened();

/** Notes, one after the other: plucked, and soon gone. Browsers let nothing sound before somebody has tapped something. */
function play(pitches, { apart = 0.12, loud = 0.06, long = 0.5 } = {}) {
  if (table.sound !== "on" || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  audio.resume();
  pitches.forEach((pitch, number) => {
    const [string, body, begin] = [audio.createOscillator(), audio.createGain(), audio.currentTime + 0.02 + number * apart];
    string.type = "triangle";
    string.frequency.value = pitch;
    body.gain.setValueAtTime(0, begin);
    body.gain.linearRampToValueAtTime(loud, begin + 0.008);
    body.gain.exponentialRampToValueAtTime(0.0001, begin + long);
    string.connect(body).connect(audio.destination);
    string.start(begin);
    string.stop(begin + long);
  });
}

const turn = () => {
  play([587, 880]);
  if (table.vibration === "on" && !stillness.matches && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.([35, 70, 35]);
};

document.addEventListener("house:turn", turn);
document.addEventListener("house:over", () => play([440, 554, 659, 880], { apart: 0.16, long: 1.2 }));
document.addEventListener("house:set", ({ detail }) => { if (detail === "sound" || (detail === "vibration" && table.vibration === "on")) turn(); });
document.addEventListener("house:swapped", () => {
  if (happened() > heard) play([196], { loud: 0.04, long: 0.12 });
  heard = happened();
});
