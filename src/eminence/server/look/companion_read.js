/* Codes in what a camera sees: read in the page where the browser can, else by the server, which is sent nothing but brightness. */

const [LIVE, STILL] = [640, 1200]; // pixels on the longer side
const PAUSE = 200; // between two looks, in milliseconds: a server has its limits
const AWAY = 3000;

/** A picture as brightness, a byte a pixel, behind its width and height; no larger than need be. */
function brightness(source, width, height, most) {
  const scale = Math.min(1, most / Math.max(width, height));
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  const canvas = Object.assign(document.createElement("canvas"), { width: w, height: h });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(source, 0, 0, w, h);
  const { data } = pen.getImageData(0, 0, w, h);
  const bytes = new Uint8Array(4 + w * h);
  bytes.set([w >> 8, w & 255, h >> 8, h & 255]);
  for (let at = 0; at < w * h; at += 1) bytes[4 + at] = (data[4 * at] * 77 + data[4 * at + 1] * 150 + data[4 * at + 2] * 29) >> 8;
  return bytes;
}

export class NoReader extends Error {}

export class Reader {
  /** `address` is where the server reads pictures; `onCodes` is told what stands in each that has any, `onTrouble` why there is no camera. */
  constructor(video, address, onCodes, onTrouble) {
    Object.assign(this, { video, address, onCodes, onTrouble, facing: "user", running: null });
  }

  async detector() {
    if (this.own === undefined) {
      const formats = await globalThis.BarcodeDetector?.getSupportedFormats?.().catch(() => []);
      this.own = formats?.length ? new BarcodeDetector({ formats }) : null;
    }
    return this.own;
  }

  async codes(source, width, height, most) {
    const own = await this.detector();
    if (own) return (await own.detect(source)).map((found) => found.rawValue).filter(Boolean);
    if (!this.address) throw new NoReader("ever");
    const answer = await fetch(this.address, {
      method: "POST", body: brightness(source, width, height, most), headers: { "Content-Type": "application/octet-stream" },
    }).catch(() => null);
    if (!answer?.ok) throw new NoReader();
    return answer.json();
  }

  /** The codes in a picture that was taken or chosen. */
  async photo(file) {
    const picture = await createImageBitmap(file).catch(() => null);
    if (!picture) return [];
    const codes = await this.codes(picture, picture.width, picture.height, STILL);
    picture.close();
    return codes;
  }

  get isOn() { return Boolean(this.running); }

  async start() {
    if (this.running || this.starting) return;
    if (!navigator.mediaDevices?.getUserMedia) { this.onTrouble(isSecureContext ? "no_device" : "insecure"); return; }
    this.starting = true;
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: this.facing, width: { ideal: 1280 }, height: { ideal: 720 } } });
    } catch (error) {
      this.starting = false;
      this.onTrouble(error.name === "NotFoundError" ? "no_device" : "no_camera");
      return;
    }
    this.starting = false;
    if (this.unwanted) { stream.getTracks().forEach((track) => track.stop()); return; }
    const running = { stream };
    this.running = running;
    this.video.srcObject = stream;
    await this.video.play().catch(() => {});
    stream.getTracks()[0].addEventListener("ended", () => { if (this.running === running) { this.stop(); this.onTrouble("no_camera"); } });
    for (;;) {
      if (this.running !== running) return;
      let pause = PAUSE;
      if (this.video.videoWidth && !document.hidden) {
        try {
          const codes = await this.codes(this.video, this.video.videoWidth, this.video.videoHeight, LIVE);
          if (this.running === running) this.onCodes(codes);
        } catch (error) {
          if (this.running === running) this.onTrouble(error.message === "ever" ? "no_reader_ever" : "no_reader");
          pause = AWAY;
        }
      }
      await new Promise((done) => { setTimeout(done, pause); });
    }
  }

  /** Turn it on or off. What is being started meanwhile follows. */
  want(on) {
    this.unwanted = !on;
    if (on) this.start();
    else this.stop();
  }

  stop() {
    this.running?.stream.getTracks().forEach((track) => track.stop());
    this.running = null;
    this.video.srcObject = null;
  }

  async turn() {
    this.facing = this.facing === "user" ? "environment" : "user";
    this.stop();
    await this.start();
  }
}
