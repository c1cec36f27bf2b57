/* All pages: small comforts. Everything works without them. */

const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/* The page for when nothing can be reached is the same for everybody: it takes the light of the last page that was seen. */
const LIGHT = "eminence.light";
const root = document.documentElement;
try {
  if (document.body.dataset.page === "offline") root.dataset.light = localStorage.getItem(LIGHT) ?? root.dataset.light;
  else localStorage.setItem(LIGHT, root.dataset.light);
} catch { /* nothing is kept in this window: the device has a light of its own */ }

/* A setting that needs no other page is sent in the background; where it is shown, it shows. */
document.addEventListener("submit", async (event) => {
  const [form, button] = [event.target, event.submitter];
  if (!button?.matches("[data-at-once]")) return;
  event.preventDefault();
  document.body.dataset[button.name] = button.value;
  all(`.settings [name="${button.name}"][aria-pressed]`).forEach((one) => one.setAttribute("aria-pressed", String(one.value === button.value)));
  if (!button.getClientRects().length) all("button", form).find((other) => other.getClientRects().length)?.focus(); // its opposite came instead
  document.dispatchEvent(new CustomEvent("house:set", { detail: button.name }));
  await fetch(form.action, { method: "post", body: new URLSearchParams(new FormData(form, button)), headers: { "X-Fragment": "settings" } })
    .then((answer) => answer.ok || location.reload(), () => {}); // a form that has expired, or no connection
});
const able = { AudioContext: "AudioContext" in window, vibrate: "vibrate" in navigator && matchMedia("(pointer: coarse)").matches };
all("[data-needs]").forEach((group) => { group.hidden = !able[group.dataset.needs]; });

/* A form that leaves the page is sent once, however often it is tapped. The mark goes when the page is shown again. */
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.closest("[data-live]") || form.method !== "post") return;
  if (form.getAttribute("aria-busy") === "true") event.preventDefault();
  form.setAttribute("aria-busy", "true");
  event.submitter?.setAttribute("aria-busy", "true");
});
addEventListener("pageshow", () => {
  if (!document.querySelector("[data-live]")) all("[aria-busy]").forEach((element) => element.removeAttribute("aria-busy"));
});

/* Copy buttons come with pieces that are replaced later too: one listener, and they are shown as they come.
   On a phone in the same network the page is not "secure", and the clipboard is reached in the old way. */
const showCopyButtons = () => {
  all("button[data-copy][hidden]").forEach((button) => { button.hidden = false; });
  if (navigator.share) all("button[data-share][hidden]").forEach((button) => { button.hidden = false; });
};
document.addEventListener("click", async (event) => {
  const target = event.target;
  const share = target.closest?.("button[data-share]");
  if (share) navigator.share({ title: document.title, text: share.dataset.words, url: share.dataset.share }).catch(() => {}); // thought better of it
  if (target.matches?.(".sendable input")) target.select();
  const button = target.closest?.("button[data-copy]");
  if (!button) return;
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(button.dataset.copy);
  } else {
    button.parentElement.querySelector("input").select();
    document.execCommand("copy");
  }
  const before = button.textContent;
  if (before === button.dataset.done) return;
  button.textContent = button.dataset.done;
  setTimeout(() => { button.textContent = before; }, 1800);
});
document.addEventListener("house:swapped", showCopyButtons);
showCopyButtons();

/* A new table: only as many seats as there are players. */
const counts = document.querySelector("[data-seat-count]");
if (counts) {
  const fit = () => {
    const wanted = Number(counts.querySelector("input:checked")?.value ?? Infinity);
    all("[data-seat-row]").forEach((row) => { row.hidden = Number(row.dataset.seatRow) >= wanted; });
  };
  counts.addEventListener("change", fit);
  fit();
}

/* A match file is read here and put into the form's text, where a person could have pasted it. */
all("[data-file-chooser]").forEach((chooser) => {
  chooser.hidden = false;
  chooser.querySelector("input").addEventListener("change", async (event) => {
    const input = event.target;
    if (input.files.length) document.getElementById(input.dataset.into).value = await input.files[0].text();
  });
});

/* Where the page is secure, the browser keeps the house's files, and a page for when nothing can be reached. */
if (navigator.serviceWorker && isSecureContext) {
  addEventListener("load", () => navigator.serviceWorker.register(`/worker.js?language=${document.documentElement.lang}`).catch(() => {}));
}
if (document.body.dataset.page === "offline") addEventListener("online", () => location.reload());
