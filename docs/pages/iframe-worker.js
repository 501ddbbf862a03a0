// Browsers refuse workers to pages that are files. There a hidden frame does what the worker of the search would do: the
// same script runs in it, and messages go to and fro as they would between two threads.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    #frame = document.createElement("iframe");
    #loaded;

    constructor(address) {
      super();
      this.#frame.hidden = true;
      this.#loaded = new Promise((done) => this.#frame.addEventListener("load", done, { once: true })).then(() => {
        const inside = this.#frame.contentWindow;
        inside.postMessage = (data) => this.#receive(data);
        inside.importScripts = (...scripts) => run(inside, scripts);
        return run(inside, [address]).then(() => inside);
      });
      this.#frame.srcdoc = "<body></body>";
      document.body.append(this.#frame);
    }

    postMessage(data) {
      this.#loaded.then((inside) => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
    }

    terminate() {
      this.#frame.remove();
    }

    #receive(data) {
      const event = new MessageEvent("message", { data });
      this.dispatchEvent(event);
      this.onmessage?.(event);
    }
  };

  // One after the other, as scripts build on those before.
  async function run(inside, scripts) {
    for (const script of scripts) {
      const element = inside.document.createElement("script");
      const done = new Promise((resolve) => element.addEventListener("load", resolve, { once: true }));
      element.src = new URL(script, location);
      inside.document.body.append(element);
      await done;
    }
  }
}
