/* A player's own part of the shuffle. It is worth something only if the server has bound itself before it hears it:
   so the table is made first, its commitment comes back, and only then this browser draws its words and sits down. */

const words = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Send a form of our own making: it opens the page that answers. */
function post(action, fields) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    [field.type, field.name, field.value] = ["hidden", name, value];
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

async function begin(form) {
  const csrf = form.elements.csrf.value;
  try {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.action, { method: "post", body, headers: { "X-Fragment": "commit" } });
    const { commitment, sit, go } = await answer.json();
    if (!/^[0-9a-f]{64}$/.test(commitment)) throw new TypeError("not a table");
    if (sit) post(sit, { csrf, nonce: words() });
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
  } else if (form.elements.nonce && !form.elements.nonce.value) {
    form.elements.nonce.value = words();
  }
}, { capture: true });
