// Time from left to right, on canvases.

// What is left of the time on every canvas, for titles.
const GUTTER = 112;

// A stretch of time that canvases show together.
class TimeView {
  constructor(start, end, most = 60 * (end - start)) {
    this.whole = [start, end];
    this.most = most;
    this.start = start;
    this.end = end;
    this.watchers = [];
  }

  // No less than half a ns can be seen at once, and no more than `most`.
  set(start, end) {
    const length = Math.min(Math.max(end - start, 0.5), this.most);
    const middle = (start + end) / 2;
    this.start = middle - length / 2;
    this.end = middle + length / 2;
    this.changed();
  }

  changed() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      for (const watcher of this.watchers) watcher();
    });
  }

  zoom(factor, around = (this.start + this.end) / 2) {
    this.set(around - (around - this.start) / factor, around + (this.end - around) / factor);
  }

  move(part) {
    const length = this.end - this.start;
    this.set(this.start + part * length, this.end + part * length);
  }

  fit() {
    this.set(...this.whole);
  }

  // Round times for about `wanted` marks.
  marks(wanted) {
    const rough = (this.end - this.start) / Math.max(1, wanted);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
    const first = Math.ceil(this.start / step) * step;
    const found = [];
    for (let mark = first; mark <= this.end; mark += step) found.push(Math.abs(mark) < step / 1e6 ? 0 : mark);
    return found;
  }

  key(event) {
    if (event.key === "ArrowLeft") this.move(-0.15);
    else if (event.key === "ArrowRight") this.move(0.15);
    else if (event.key === "+" || event.key === "=") this.zoom(1.5);
    else if (event.key === "-") this.zoom(1 / 1.5);
    else if (event.key === "0") this.fit();
    else return false;
    return true;
  }
}

// A canvas over a stretch of time. `paint(context, width, height, scale)` draws what depends on time, `gutter(context)` the
// titles left of it.
class TimeCanvas {
  constructor(view, height, label, { paint, gutter, hover, click }) {
    Object.assign(this, { view, height, paint, gutter, hover, click });
    this.canvas = make("canvas", { tabindex: 0, role: "img", "aria-label": label, style: { height: `${height}px` } });
    this.canvas.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    this.canvas.addEventListener("pointerdown", (event) => this.onDown(event));
    this.canvas.addEventListener("pointermove", (event) => this.onMove(event));
    this.canvas.addEventListener("pointerup", (event) => this.onUp(event));
    this.canvas.addEventListener("pointerleave", hideTooltip);
    this.canvas.addEventListener("dblclick", (event) => view.zoom(2, this.timeAt(event.offsetX)));
    this.canvas.addEventListener("keydown", (event) => view.key(event) && event.preventDefault());
    view.watchers.push(() => this.render());
    for (const what of ["choose", "search", "theme"]) listen(what, () => this.render());
    new ResizeObserver(() => this.render()).observe(this.canvas);
  }

  get width() {
    return this.canvas.clientWidth - GUTTER;
  }

  timeAt(x) {
    return this.view.start + ((x - GUTTER) / this.width) * (this.view.end - this.view.start);
  }

  render() {
    const { width } = this;
    if (width <= 0) return;
    const dense = window.devicePixelRatio || 1;
    this.canvas.width = Math.round((width + GUTTER) * dense);
    this.canvas.height = Math.round(this.height * dense);
    const context = this.canvas.getContext("2d");
    context.scale(dense, dense);
    context.font = "11px system-ui, sans-serif";
    this.gutter(context);
    context.translate(GUTTER, 0);
    context.beginPath();
    context.rect(0, 0, width, this.height);
    context.clip();
    this.paint(context, width, this.height, width / (this.view.end - this.view.start));
    this.canvas.dataset.start = this.view.start;
    this.canvas.dataset.end = this.view.end;
  }

  onWheel(event) {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== this.canvas) return;
    event.preventDefault();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.view.move(event.deltaX / this.width);
    else this.view.zoom(Math.exp(-event.deltaY / 300), this.timeAt(event.offsetX));
  }

  onDown(event) {
    this.drag = { x: event.clientX, moved: false };
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.focus({ preventScroll: true });
  }

  onMove(event) {
    if (!this.drag) {
      this.hover(event, this.timeAt(event.offsetX), event.offsetY);
      return;
    }
    const dx = event.clientX - this.drag.x;
    if (!this.drag.moved && Math.abs(dx) < 4) return;
    this.drag = { x: event.clientX, moved: true };
    hideTooltip();
    this.view.move(-dx / this.width);
  }

  onUp(event) {
    if (this.drag && !this.drag.moved) this.click(this.timeAt(event.offsetX), event.offsetY);
    this.drag = null;
  }
}

// The marks along the lower edge, with lines up through the picture.
function paintAxis(context, view, width, height, scale) {
  context.fillStyle = colour("muted");
  context.strokeStyle = colour("line");
  context.textAlign = "center";
  context.textBaseline = "bottom";
  context.beginPath();
  for (const mark of view.marks(width / 110)) {
    const x = Math.round((mark - view.start) * scale) + 0.5;
    context.moveTo(x, 0);
    context.lineTo(x, height - 17);
    context.fillText(time(mark), Math.min(Math.max(x, 24), width - 24), height - 3);
  }
  context.stroke();
}

function paintTitle(context, title, y, room = GUTTER) {
  context.fillStyle = colour("muted");
  context.textAlign = "left";
  context.textBaseline = "middle";
  const fits = Math.floor((room - 16) / 6);
  context.fillText(title.length > fits ? `${title.slice(0, fits - 1)}…` : title, 12, y);
}
