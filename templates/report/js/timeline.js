// Lanes of blocks, of which there may be very many: what is narrower than a pixel is drawn as part of one.

const LANE_HEIGHT = 30;
const TILES_MOST = 60;
const SLIM = 0.8;
// Where in a lane its tracks are: blocks, moves within them, sleeps within waits, page faults.
const LAYERS = [[0.1, 0.86], [0.58, 0.86], [0.37, 0.59], [0.9, 1]];

// Blocks of a lane that follow each other, as columns of numbers.
class Track {
  constructor(size) {
    this.length = size;
    this.start = new Float64Array(size);
    this.end = new Float64Array(size);
    this.name = new Int32Array(size);
    this.kind = new Int32Array(size);
    this.count = new Float64Array(size);
  }

  put(index, start, end, kind, name, times) {
    this.start[index] = start;
    this.end[index] = end;
    this.kind[index] = kind;
    this.name[index] = name;
    this.count[index] = times;
  }

  // The first block that ends after a time.
  firstAfter(moment) {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.end[middle] > moment) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  indexAt(moment) {
    const index = this.firstAfter(moment);
    return index < this.length && this.start[index] <= moment ? index : -1;
  }
}

const actorIndex = new Map(record.actors.map((actor, index) => [actor.name, index]));

function actorColour(name) {
  const index = actorIndex.get(name) ?? 0;
  const dark = document.documentElement.dataset.theme === "dark";
  return `hsl(${(205 + 137.508 * index) % 360} ${dark ? 45 : 58}% ${dark ? 48 : 62}%)`;
}

// The colours of one drawing, looked up once.
class Palette {
  constructor(names, kinds) {
    Object.assign(this, { names, kinds });
    this.known = new Map();
    this.fixed = { wait: colour("wait"), more: colour("sunken"), sleep: colour("faint"), faults: colour("fault"), move: colour("moving"),
      tail: colour("moving"), routing: colour("moving"), engine: colour("engine") };
    this.ink = document.documentElement.dataset.theme === "dark" ? "#fff" : "#141a26";
  }

  of(kind, name) {
    const what = this.kinds[kind];
    if (what !== "move" && this.fixed[what]) return this.fixed[what];
    const key = `${what} ${name}`;
    if (!this.known.has(key)) this.known.set(key, this.find(what, this.names[name]));
    return this.known.get(key);
  }

  find(what, name) {
    if (what !== "move") return actorColour(name);
    const strategy = fifoByName.get(name)?.strategy;
    return strategy === undefined ? this.fixed.move : colour(colourName(strategy));
  }
}

// `lanes`: {title, tracks: [blocks, moves?, sleeps?, faults?]}; `span` repeats them for ever, 0 does not.
class Timeline {
  constructor(view, label, { lanes, names, kinds, span = 0, offset = 0 }) {
    Object.assign(this, { view, lanes, names, kinds, span, offset });
    this.laneHeight = lanes.length > 16 ? 18 : LANE_HEIGHT;
    const height = lanes.length * this.laneHeight + 24;
    this.canvas = new TimeCanvas(view, height, label, {
      paint: (...given) => this.paint(...given),
      gutter: (context) => lanes.forEach(({ title }, index) => paintTitle(context, title, (index + 0.5) * this.laneHeight)),
      hover: (event, moment, y) => this.hover(event, moment, y),
      click: (moment, y) => this.click(moment, y),
    });
  }

  paint(context, width, height, scale) {
    const palette = new Palette(this.names, this.kinds);
    const near = new Map();
    this.dim = (name) => {
      if (!near.has(name)) near.set(name, this.isDim(this.names[name]));
      return near.get(name);
    };
    const periods = this.span ? (this.view.end - this.view.start) / this.span : 1;
    if (this.span && periods <= TILES_MOST) this.paintPeriods(context, height, scale);
    paintAxis(context, this.view, width, height, scale);
    if (periods > TILES_MOST) {
      paintTitle(context, `${count(Math.round(periods))} periods alike: zoom in to see them`, (height - 24) / 2, width);
      return;
    }
    this.lanes.forEach((lane, index) => {
      lane.tracks.forEach((track, layer) => {
        const [from, to] = LAYERS[layer];
        const box = { y: (index + from) * this.laneHeight, height: (to - from) * this.laneHeight, width };
        for (const shift of this.shifts()) this.paintTrack(context, track, box, shift, scale, palette);
      });
    });
    context.globalAlpha = 1;
  }

  isDim(name) {
    const concern = concerns(name);
    if (concern !== null) return !concern;
    return state.wanted !== "" && !isFound(name);
  }

  // Where the blocks are shown: once, or in each period that can be seen.
  shifts() {
    if (!this.span) return [this.offset];
    const first = Math.floor(this.view.start / this.span);
    const last = Math.floor(this.view.end / this.span);
    return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * this.span);
  }

  paintPeriods(context, height, scale) {
    context.fillStyle = colour("sunken");
    for (const shift of this.shifts()) {
      if (Math.round(shift / this.span) % 2) {
        context.fillRect((shift - this.view.start) * scale, 0, this.span * scale, height - 17);
      }
    }
  }

  paintTrack(context, track, box, shift, scale, palette) {
    const { start, end } = this.view;
    let column = -1;
    let held = 0;
    for (let index = track.firstAfter(start - shift); index < track.length; index++) {
      const from = track.start[index] + shift;
      if (from > end) break;
      const x = (from - start) * scale;
      const wide = (track.end[index] - track.start[index]) * scale;
      if (wide >= SLIM) {
        this.paintBlock(context, track, index, { ...box, x, wide }, palette);
        column = -1;
      } else if (Math.floor(x) !== column || wide > held) {
        // Of all that falls into one column, the longest so far gives it its colour.
        if (Math.floor(x) !== column) held = 0;
        column = Math.floor(x);
        held = wide;
        context.globalAlpha = this.dim(track.name[index]) ? 0.18 : 1;
        context.fillStyle = palette.of(track.kind[index], track.name[index]);
        context.fillRect(column, box.y, 1, box.height);
      }
    }
  }

  paintBlock(context, track, index, box, palette) {
    const kind = this.kinds[track.kind[index]];
    const x = Math.max(box.x, -2);
    const right = Math.min(box.x + box.wide, box.width + 2);
    const width = Math.max(0.8, right - x - (box.wide > 4 ? 1 : 0));
    context.globalAlpha = this.dim(track.name[index]) ? 0.18 : 1;
    context.fillStyle = palette.of(track.kind[index], track.name[index]);
    const waits = kind === "wait";
    const inset = waits ? box.height * 0.36 : 0;
    context.beginPath();
    if (width > 6) context.roundRect(x, box.y + inset, width, box.height - 2 * inset, 3);
    else context.rect(x, box.y + inset, width, box.height - 2 * inset);
    context.fill();
    if (width > 34 && box.height > 11 && !waits) this.paintLabel(context, track, index, x, width, box, palette);
  }

  paintLabel(context, track, index, x, width, box, palette) {
    const times = track.count[index];
    const text = this.names[track.name[index]] + (times > 1 ? ` ×${count(times)}` : "");
    const fits = Math.floor((width - 10) / 6.1);
    if (fits < 3) return;
    context.fillStyle = palette.ink;
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText(text.length > fits ? `${text.slice(0, fits - 1)}…` : text, x + 5, box.y + box.height / 2 + 0.5);
  }

  // The block at a point, the upper layer first; page faults only where they are drawn.
  find(moment, y) {
    const row = y / this.laneHeight;
    const lane = this.lanes[Math.floor(row)];
    if (!lane) return null;
    const inside = this.span ? ((moment % this.span) + this.span) % this.span : moment - this.offset;
    for (let layer = lane.tracks.length - 1; layer >= 0; layer--) {
      const track = lane.tracks[layer];
      const index = layer === 0 || row % 1 >= LAYERS[layer][0] ? track.indexAt(inside) : -1;
      if (index >= 0) {
        return {
          lane,
          kind: this.kinds[track.kind[index]],
          name: this.names[track.name[index]],
          count: track.count[index],
          start: track.start[index],
          end: track.end[index],
        };
      }
    }
    return null;
  }

  hover(event, moment, y) {
    const block = this.find(moment, y);
    if (!block) {
      hideTooltip();
      return;
    }
    const { title, each, more } = inWords(block);
    showTooltip(event, title, block.kind === "faults" ? "" : time(block.end - block.start), each, more, block.lane.title);
  }

  click(moment, y) {
    const block = this.find(moment, y);
    if (!block) return;
    if (actorByName.has(block.name)) choose("actor", block.name);
    else if (fifoByName.has(block.name.replace(/^space in /, ""))) choose("fifo", block.name.replace(/^space in /, ""));
  }
}

// What a tooltip tells of a block beside its time.
function inWords({ kind, name, count: times, start, end }) {
  const each = times > 1 ? `${count(times)} × ${time((end - start) / times)}` : "";
  const words = {
    wait: { title: `waits for ${name}` },
    move: { title: `moves ${name}` },
    tail: { title: `moves the tail of ${name}` },
    engine: { title: name, each: bytes(1024 * times) },
    faults: { title: `${count(times)} ${name}`, more: `within ${time(end - start)}` },
    more: { title: name, each, more: "more trips of a loop" },
    loop: { title: name, each, more: "in turn with others" },
  };
  return words[kind] ?? { title: name, each };
}
