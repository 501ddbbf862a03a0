// The arena over one predicted period: addresses upwards, time to the right. What shares addresses stands in one row.

const MAP_HEIGHT = 300;
const LIVE_HEIGHT = 56;

class MemoryMap {
  constructor(view) {
    this.view = view;
    this.memory = record.memory;
    this.live = liveBytes(this.memory);
    this.low = 0;
    this.high = Math.max(1, this.memory.arena_bytes);
    this.canvas = new TimeCanvas(view, LIVE_HEIGHT + MAP_HEIGHT + 24, "Memory over one predicted period", {
      paint: (...given) => this.paint(...given),
      gutter: (context) => this.paintTitles(context),
      hover: (event, moment, y) => this.hover(event, moment, y),
      click: (moment, y) => {
        const found = this.find(moment, y);
        if (found) choose("buffer", found.name);
      },
    });
    this.canvas.canvas.id = "memory-map";
  }

  // Shows the addresses from `low` to `high`.
  show([low, high]) {
    this.low = low;
    this.high = Math.max(low + 1, high);
    this.canvas.render();
  }

  // Low addresses are at the bottom.
  rowOf(address) {
    return LIVE_HEIGHT + MAP_HEIGHT * (1 - (address - this.low) / (this.high - this.low));
  }

  paint(context, width, height, scale) {
    this.ground = colour("surface");
    paintAxis(context, this.view, width, height, scale);
    this.paintLive(context, width, scale);
    const { state_bytes } = this.memory;
    if (state_bytes) this.paintBox(context, 0, width, 0, state_bytes, colour("wait"), "state of actors");
    for (const buffer of this.memory.buffers) this.paintBuffer(context, buffer, width, scale);
    context.globalAlpha = 1;
  }

  paintBuffer(context, buffer, width, scale) {
    const chosen = isChosen("buffer", buffer.name) || concerns(bufferActor(buffer)) === true || isFound(buffer.name);
    context.globalAlpha = (state.chosen || state.wanted) && !chosen ? 0.3 : 1;
    const shade = buffer.lasting ? `color-mix(in srgb, ${actorColour(bufferActor(buffer))} 28%, ${this.ground})` : actorColour(bufferActor(buffer));
    for (const [start, end] of buffer.lives) {
      const x = Math.max(0, (start - this.view.start) * scale);
      const right = Math.min(width, (end - this.view.start) * scale);
      if (right > x) this.paintBox(context, x, right, buffer.offset_bytes, buffer.size_bytes, shade, buffer.name, buffer);
    }
  }

  paintBox(context, x, right, offset, size, shade, text, buffer) {
    const top = Math.max(LIVE_HEIGHT, this.rowOf(offset + size));
    const height = Math.min(LIVE_HEIGHT + MAP_HEIGHT, this.rowOf(offset)) - top;
    if (height <= 0) return;
    context.fillStyle = shade;
    context.fillRect(x, top, Math.max(1, right - x - 0.5), Math.max(0.6, height - 0.5));
    if (height > 6) {
      context.strokeStyle = colour(buffer && isChosen("buffer", buffer.name) ? "accent" : "line");
      context.strokeRect(x + 0.5, top + 0.5, Math.max(1, right - x - 1), Math.max(1, height - 1));
    }
    const fits = Math.floor((right - x - 10) / 6.1);
    if (height < 13 || fits < 3) return;
    context.fillStyle = colour("ink");
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText(text.length > fits ? `${text.slice(0, fits - 1)}…` : text, x + 5, top + height / 2);
  }

  // How many bytes are in use, as a curve above the map.
  paintLive(context, width, scale) {
    const most = Math.max(1, this.memory.arena_bytes);
    const y = (size) => LIVE_HEIGHT - 8 - (LIVE_HEIGHT - 16) * (size / most);
    context.beginPath();
    context.moveTo(0, y(0));
    let before = this.live[0]?.[1] ?? 0;
    context.lineTo(0, y(before));
    for (const [moment, size] of this.live) {
      const x = (moment - this.view.start) * scale;
      if (x > width) break;
      if (x > 0) {
        context.lineTo(x, y(before));
        context.lineTo(x, y(size));
      }
      before = size;
    }
    context.lineTo(width, y(before));
    context.lineTo(width, y(0));
    context.globalAlpha = 0.25;
    context.fillStyle = colour("accent");
    context.fill();
    context.globalAlpha = 1;
  }

  paintTitles(context) {
    paintTitle(context, "in use", LIVE_HEIGHT / 2);
    paintTitle(context, `at ${bytes(this.high)}`, LIVE_HEIGHT + 8);
    paintTitle(context, `at ${bytes(this.low)}`, LIVE_HEIGHT + MAP_HEIGHT - 8);
  }

  find(moment, y) {
    const address = this.low + ((LIVE_HEIGHT + MAP_HEIGHT - y) / MAP_HEIGHT) * (this.high - this.low);
    const isThere = (buffer) => address >= buffer.offset_bytes && address < buffer.offset_bytes + buffer.size_bytes
      && buffer.lives.some(([start, end]) => moment >= start && moment < end);
    return this.memory.buffers.find(isThere) ?? null;
  }

  hover(event, moment, y) {
    const buffer = this.find(moment, y);
    if (!buffer) {
      hideTooltip();
      return;
    }
    const where = buffer.core === null ? "used by several cores" : `used by core ${buffer.core}`;
    showTooltip(event, buffer.name, `${bytes(buffer.size_bytes)} at ${count(buffer.offset_bytes)}`,
      `${plural(buffer.slots, "slot")}, ${where}`, buffer.lasting ? "there all the time" : "");
  }
}

// A buffer is named after the port that writes it, and may belong to one core of several.
function bufferActor(buffer) {
  const port = buffer.name.split("@")[0];
  return port.slice(0, port.lastIndexOf("."));
}

// Bytes of all addresses that are in use, from each moment on that they change.
function liveBytes(memory) {
  const changes = new Map();
  const add = (moment, size) => changes.set(moment, (changes.get(moment) ?? 0) + size);
  add(0, memory.state_bytes);
  for (const buffer of memory.buffers) {
    for (const [start, end] of buffer.lives) {
      add(start, buffer.size_bytes);
      add(end, -buffer.size_bytes);
    }
  }
  let sum = 0;
  return [...changes].sort(([a], [b]) => a - b).map(([moment, change]) => [moment, (sum += change)]);
}

// The addresses that buffers share by turns, or nothing.
function sharedRange(memory) {
  const shared = memory.buffers.filter((buffer) => !buffer.lasting);
  if (!shared.length) return null;
  const ends = shared.map((buffer) => buffer.offset_bytes + buffer.size_bytes);
  return [Math.min(...shared.map((buffer) => buffer.offset_bytes)), Math.max(...ends)];
}

function memoryTools(map) {
  const whole = [0, map.memory.arena_bytes];
  const ranges = [["Whole arena", whole], ["Where it is shared", sharedRange(map.memory)]].filter(([, range]) => range);
  const buttons = ranges.map(([title, range]) => make("button", { type: "button", "aria-pressed": String(range === whole), onclick: (event) => {
    map.show(range);
    for (const button of buttons) button.setAttribute("aria-pressed", String(button === event.currentTarget));
  } }, title));
  return buttons.length > 1 ? buttons : [];
}

function startMemory() {
  const { memory, schedule } = record;
  const map = new MemoryMap(new TimeView(0, schedule.span_ns));
  const shared = memory.buffers.filter((buffer) => !buffer.lasting).length;
  at("memory-note").textContent = `The arena takes ${bytes(memory.arena_bytes)}; ${bytes(memory.unshared_bytes)} without sharing, `
    + `${bytes(memory.lower_bound_bytes)} at the least. ${plural(memory.buffers.length, "buffer")}, of which ${count(shared)} can share `
    + `addresses; the pale ones are there all the time.${memory.cow_worst_bytes ? ` Private views may take up to ${bytes(memory.cow_worst_bytes)} more.` : ""}`;
  at("memory-tools").append(...memoryTools(map));
  at("memory-panel").append(make("div", { class: "lanes" }, map.canvas.canvas));
}
