// Moving about in a drawing: by wheel, drag, pinch and keys.

class PanZoom {
  constructor(host, svg, scene) {
    Object.assign(this, { host, svg, scene, x: 0, y: 0, scale: 1, width: 1, height: 1 });
    this.pointers = new Map();
    host.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    host.addEventListener("pointerdown", (event) => this.onDown(event));
    host.addEventListener("pointermove", (event) => this.onMove(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      host.addEventListener(name, (event) => this.pointers.delete(event.pointerId));
    }
    // A drag is no click on what lies under its end.
    host.addEventListener("click", (event) => this.dragged && event.stopPropagation(), { capture: true });
    new ResizeObserver(() => this.apply()).observe(host);
  }

  setSize(width, height) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
  }

  fit() {
    const { clientWidth, clientHeight } = this.host;
    this.scale = Math.min(1.25, (clientWidth - 40) / this.width, (clientHeight - 40) / this.height);
    this.x = (clientWidth - this.scale * this.width) / 2;
    this.y = (clientHeight - this.scale * this.height) / 2;
    this.apply();
  }

  // How wide the box is on paper is known only after this is called: all that is seen grows and shrinks with it.
  beginPrint() {
    const { x, y, scale } = this;
    this.before = { x, y, scale };
    this.fit();
    this.svg.setAttribute("viewBox", `0 0 ${this.host.clientWidth} ${this.host.clientHeight}`);
  }

  endPrint() {
    this.svg.removeAttribute("viewBox");
    Object.assign(this, this.before);
    this.apply();
  }

  zoom(factor, x = this.host.clientWidth / 2, y = this.host.clientHeight / 2) {
    const scale = Math.min(6, Math.max(0.01, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.apply();
  }

  move(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.apply();
  }

  // Moves a point of the drawing to the middle if it cannot be seen well.
  reveal(x, y) {
    const { clientWidth, clientHeight } = this.host;
    if (this.scale < 0.5) this.scale = 0.9;
    const [seenX, seenY] = [this.x + this.scale * x, this.y + this.scale * y];
    const inside = seenX > 40 && seenX < clientWidth - 40 && seenY > 30 && seenY < clientHeight - 30;
    if (!inside) {
      this.x = clientWidth / 2 - this.scale * x;
      this.y = clientHeight / 2 - this.scale * y;
    }
    this.apply();
  }

  apply() {
    this.scene.setAttribute("transform", `translate(${this.x} ${this.y}) scale(${this.scale})`);
    this.host.dataset.scale = this.scale.toFixed(4);
    this.svg.classList.toggle("small", this.scale < 0.62);
    this.svg.classList.toggle("tiny", this.scale < 0.3);
  }

  onWheel(event) {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== this.host) return;
    event.preventDefault();
    const box = this.host.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
  }

  onDown(event) {
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.dragged = false;
  }

  onMove(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before || !event.buttons) return;
    const now = [event.clientX, event.clientY];
    if (this.pointers.size === 1) {
      const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
      if (!this.dragged && Math.hypot(dx, dy) < 4) return;
      this.move(dx, dy);
    } else {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const [from, to] = [before, now].map((point) => Math.hypot(point[0] - other[0], point[1] - other[1]));
      const box = this.host.getBoundingClientRect();
      if (from > 0) this.zoom(to / from, (now[0] + other[0]) / 2 - box.left, (now[1] + other[1]) / 2 - box.top);
    }
    this.dragged = true;
    hideTooltip();
    this.pointers.set(event.pointerId, now);
  }

  // Whether the key was for us.
  key(event) {
    const step = 60;
    const moves = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    if (moves[event.key]) this.move(...moves[event.key]);
    else if (event.key === "+" || event.key === "=") this.zoom(1.3);
    else if (event.key === "-") this.zoom(1 / 1.3);
    else if (event.key === "0") this.fit();
    else return false;
    return true;
  }
}
