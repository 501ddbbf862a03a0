// Tables that can be sorted by every column and searched; of very many rows the first are shown until more are wanted.

const ROWS_SHOWN = 200;

// `columns`: {title, value(row), show?(row), type: "text" | "number" | "name" | "long"}; `kind` and `key` say what a click
// on a row chooses; without a kind that is nothing.
class Table {
  constructor(host, { label, columns, rows, kind, key, sorted }) {
    Object.assign(this, { columns, rows, kind, key });
    this.sort = sorted;
    this.all = false;
    this.filter = "";
    this.input = make("input", {
      type: "search",
      placeholder: `Search ${label}`,
      "aria-label": `Search ${label}`,
      oninput: () => this.search(this.input.value),
    });
    this.summary = make("span", { role: "status" });
    this.more = make("button", { type: "button", class: "linklike", onclick: () => this.showAll() }, "show all");
    this.heads = columns.map((column, index) => this.head(column, index));
    this.body = make("tbody");
    const table = make("table", { "aria-label": label }, make("thead", {}, make("tr", {}, this.heads)), this.body);
    host.append(make("div", { class: "table-tools" }, this.input, this.summary, this.more));
    host.append(make("div", { class: "scroll", tabindex: 0 }, table));
    this.elements = new Map();
    listen("choose", () => this.mark());
    listen("search", () => this.search(state.wanted));
    window.addEventListener("beforeprint", () => this.showAll());
    this.render();
  }

  head(column, index) {
    const button = make("button", { type: "button", onclick: () => this.sortBy(index) }, column.title);
    // The title is a text beside the button for printing, too: browsers repeat heads on each page without their buttons.
    return make("th", { scope: "col", class: column.type, title: column.help, "data-title": column.title }, button);
  }

  sortBy(index) {
    const rising = this.sort.index === index ? !this.sort.rising : this.columns[index].type !== "number";
    this.sort = { index, rising };
    this.render();
  }

  search(text) {
    if (this.input.value !== text) this.input.value = text;
    this.filter = text.trim().toLowerCase();
    this.render();
  }

  showAll() {
    this.all = true;
    this.render();
  }

  found() {
    const { value } = this.columns[this.sort.index];
    const sign = this.sort.rising ? 1 : -1;
    const fits = (row) => this.columns.some((c) => String(c.value(row) ?? "").toLowerCase().includes(this.filter));
    const rows = this.filter ? this.rows.filter(fits) : [...this.rows];
    return rows.sort((a, b) => sign * compareValues(value(a), value(b)));
  }

  render() {
    const rows = this.found();
    const shown = this.all ? rows : rows.slice(0, ROWS_SHOWN);
    this.heads.forEach((head, index) => {
      if (index === this.sort.index) head.setAttribute("aria-sort", this.sort.rising ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
    this.elements = new Map(shown.map((row) => [this.key(row), this.row(row)]));
    this.body.replaceChildren(...this.elements.values());
    this.summary.textContent = rows.length === this.rows.length
      ? `${count(rows.length)} in all`
      : `${count(rows.length)} of ${count(this.rows.length)}`;
    this.more.hidden = shown.length === rows.length;
    this.mark();
  }

  row(row) {
    const cells = this.columns.map((column) => {
      const value = column.value(row);
      const shown = column.show ? column.show(row) : value ?? "–";
      return make("td", { class: column.type, "data-value": value }, shown);
    });
    const onclick = this.kind && (() => choose(this.kind, this.key(row)));
    return make("tr", { onclick, "data-key": this.key(row) }, cells);
  }

  mark() {
    for (const [key, element] of this.elements) element.classList.toggle("chosen", isChosen(this.kind, key));
  }
}

// What is not known comes last in rising order.
function compareValues(a, b) {
  const missing = (value) => value === null || value === undefined;
  if (missing(a) || missing(b)) return Number(missing(a)) - Number(missing(b));
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
}
