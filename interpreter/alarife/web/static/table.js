// The one script of the table: it fetches the same pages in parts, so that nothing jumps, and hears
// of news. Everything works without it.
"use strict";
(() => {
  const $ = (s, root = document) => root.querySelector(s);
  const $$ = (s, root = document) => [...root.querySelectorAll(s)];
  document.documentElement.classList.add("scripted");
  const live = $("#live");
  let told = 0;
  const say = (words) => { if (live) live.textContent = words + (told++ % 2 ? "\u00a0" : ""); };

  // ---------------------------------------------------------------- copying links
  $$("input[data-copy]").forEach((input) => input.addEventListener("focus", () => input.select()));

  // ---------------------------------------------------------------- the form for a new table
  const setup = $("form.setup");
  if (setup) {
    const seats = () => {
      const n = Number(setup.elements.players.value);
      $$("[data-seat]", setup).forEach((li) => { li.hidden = Number(li.dataset.seat) > n; });
    };
    let timer = 0, running = null;
    const changed = (event) => {
      seats();
      if (event && (event.target.name || "").match(/^(name|who)\./)) return;
      clearTimeout(timer);
      timer = setTimeout(async () => {
        if (running) running.abort();
        running = new AbortController();
        const body = new FormData(setup);
        try {
          const answer = await fetch(setup.dataset.changes, { method: "POST", body, signal: running.signal });
          const text = await answer.text();
          if (answer.ok) $("#changes").replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
        } catch (wrong) { /* the next change asks again */ }
      }, 450);
    };
    setup.addEventListener("input", changed);
    seats();
  }

  // ---------------------------------------------------------------- a table
  if (!$("#table")) return;
  const table = () => $("#table");
  const base = table().dataset.base;
  let busy = false, waiting = false, query = location.search;

  const parse = (text) => new DOMParser().parseFromString(text, "text/html").querySelector("#table");
  function replace(text, focus) {
    const made = parse(text), old = table();
    if (!made) return;
    const was = document.activeElement && document.activeElement.id;
    const open = new Set($$("details[open]", old).map((d) => d.id).filter(Boolean));
    old.replaceWith(made);
    clicked.clear();
    wanted = null;
    $$("details[id]", made).forEach((d) => { if (open.has(d.id)) d.open = true; });
    const again = focus ? $(focus, made) : was && document.getElementById(was);
    if (again) again.focus({ preventScroll: true });
    else if (was && old.contains(old.querySelector(`[id="${CSS.escape(was)}"]`))) { made.tabIndex = -1; made.focus({ preventScroll: true }); }
    ready(old.dataset.yours !== made.dataset.yours || old.dataset.seq !== made.dataset.seq);
  }

  function ready(fresh) {
    const t = table();
    document.title = t.dataset.title || document.title;
    const icon = $("link[rel=icon]");
    const wanted = t.dataset.yours === "1" ? icon.dataset.turn : icon.dataset.calm;
    if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
    if (fresh) {
      const words = $$(".news .event .words", t).slice(-3).map((e) => e.textContent).join(". ");
      const status = $(".turn h1", t);
      say(`${words}${words ? ". " : ""}${status ? status.textContent : ""}`);
      const list = $(".news ol", t);
      if (list) list.scrollTop = list.scrollHeight;
      if (t.dataset.yours === "1" && document.hidden && window.Notification && Notification.permission === "granted" && localStorage.alarifeTell) new Notification(document.title);
    }
    const lesson = $("#lesson", t);
    if (lesson) lesson.open = localStorage.alarifeLesson === undefined ? wide.matches : localStorage.alarifeLesson === "1";
    // One tab stop for each board; the arrows lead on.
    $$("svg.board", t).forEach((board) => $$("a.spot", board).forEach((a, i) => a.setAttribute("tabindex", i ? "-1" : "0")));
    const slider = $(".history input", t);
    if (slider) slider.addEventListener("change", () => go(`${base}?at=${slider.value}`));
  }

  // What explains the question stays open, or shut, as somebody left it.
  document.addEventListener("toggle", (event) => { if (event.target.id === "lesson") localStorage.alarifeLesson = event.target.open ? "1" : "0"; }, true);

  // Of several answers on their way the newest counts, and none that is older than what is shown.
  let newest = 0;
  async function get(address, focus, mine = newest) {
    const parts = address.split("?"), path = parts[0] === base ? `${base}/part` : parts[0];
    try {
      const answer = await fetch(parts[1] ? `${path}?${parts[1]}` : path);
      if (answer.status === 204) return;
      const text = answer.ok || answer.status === 409 ? await answer.text() : "";
      if (!text || mine !== newest) return;
      const made = parse(text);
      if (made && Number(made.dataset.seq) < Number(table().dataset.seq)) setTimeout(check, 400);
      else replace(text, focus);
    } catch (wrong) {
      clicked.clear();
      wanted = null;
      say(live.dataset.lost); setTimeout(check, 3000);
    }
  }
  function go(address, focus) {
    query = address.includes("?") ? address.slice(address.indexOf("?")) : "";
    if (!/[?&](pick|choose|why)=/.test(query)) history.replaceState(null, "", address.split("#")[0]);
    return get(address, focus, ++newest);
  }
  // What is picked of a set may not have come back yet when the next piece is clicked.
  const clicked = new Set();
  let wanted = null;
  function pick(a) {
    if (clicked.has(a.id)) return;
    clicked.add(a.id);
    const picks = new URLSearchParams(wanted === null ? table().dataset.picks : wanted).getAll("pick"), key = a.dataset.key;
    const back = a.matches(".back") || (a.matches(".picked") && !a.matches(".open"));
    if (back) { const at = picks.indexOf(key); if (at >= 0) picks.splice(at, 1); } else picks.push(key);
    const as = new URLSearchParams(location.search).get("as"), said = picks.map((k) => `pick=${encodeURIComponent(k)}`);
    wanted = said.join("&");
    if (as) said.push(`as=${as}`);
    go(said.length ? `${base}?${said.join("&")}` : base, `#${CSS.escape(a.id)}`);
  }

  async function send(body) {
    if (busy) return;
    busy = true;
    $$("button, a.spot, a.option", table()).forEach((b) => b.setAttribute("aria-busy", "true"));
    const as = new URLSearchParams(location.search).get("as");
    try {
      const answer = await fetch(`${base}/answer${as ? `?as=${as}` : ""}`, { method: "POST", body, headers: { "x-alarife": "part" } });
      const text = await answer.text();
      query = as ? `?as=${as}` : "";
      if (parse(text)) replace(text);
      if (!answer.ok) say($(".notice", table()) ? $(".notice", table()).textContent : live.dataset.failed);
    } catch (wrong) {
      // Whether it was taken is not known: the same request again can do no harm.
      say(live.dataset.again);
      setTimeout(() => { busy = false; send(body); }, 2000);
      return;
    } finally { busy = false; }
    if (waiting) { waiting = false; check(); }
  }
  // Each answer has a name of its own: sent twice, it counts once.
  const once = () => [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");
  const fields = (key) => {
    const form = $("#answer"), body = new URLSearchParams();
    body.set("seq", form.elements.seq.value);
    body.set("request", once());
    if (key !== undefined) body.append("key", key);
    return body;
  };

  let touch = false;
  document.addEventListener("pointerdown", (e) => { touch = e.pointerType === "touch"; });
  document.addEventListener("keydown", () => { touch = false; });
  document.addEventListener("click", (event) => {
    const a = event.target.closest("a");
    if (a && table().contains(a) && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      const address = a.getAttribute("href");
      if (a.getAttribute("aria-disabled") === "true") { event.preventDefault(); return; }
      if (a.matches("[data-key]") && table().dataset.set === "1") {
        event.preventDefault();
        pick(a);
      } else if (a.matches("a.spot") && table().dataset.set !== "1" && !touch) {
        event.preventDefault();
        send(fields(a.dataset.key));
      } else if (address && address.split("?")[0] === base && a.id !== "ready") {
        event.preventDefault();
        const focus = a.matches("[data-why]") ? "#why" : a.matches("a.spot") && table().dataset.set !== "1" ? "#confirm" : a.id ? `#${CSS.escape(a.id)}` : undefined;
        go(address, focus);
      }
      return;
    }
    const cell = event.target.closest("svg.board");
    if (cell && table().dataset.yours === "1") why(event, cell);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!table().contains(form) || form.method !== "post") return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form));
    body.set("request", once());
    const by = event.submitter;
    if (by && by.name) body.append(by.name, by.value);
    send(body);
  });

  // Why is this cell not offered? The drawing says where cells are.
  function why(event, svg) {
    const place = svg.closest("[data-place]"), cells = place && place.querySelector("svg").dataset;
    if (!cells || !cells.size) return;
    const box = svg.viewBox.baseVal, rect = svg.getBoundingClientRect();
    const x = (event.clientX - rect.left) / rect.width * box.width - Number(cells.left);
    const y = (event.clientY - rect.top) / rect.height * box.height - Number(cells.top);
    const size = Number(cells.size);
    if (x < 0 || y < 0) return;
    const at = `${Math.floor(x / size) + Number(cells.west)},${Math.floor(y / size) + Number(cells.north)}`;
    go(`${base}?why=at:${encodeURIComponent(at)}`, "#why");
  }

  // ---------------------------------------------------------------- a notice of the system, if one wants it
  const tell = $("#tell");
  if (tell && window.Notification && Notification.permission !== "denied") {
    const wanted = () => Notification.permission === "granted" && Boolean(localStorage.alarifeTell);
    const shown = () => tell.setAttribute("aria-pressed", String(wanted()));
    tell.hidden = false;
    shown();
    tell.addEventListener("click", async () => {
      if (wanted()) delete localStorage.alarifeTell;
      else if ((await Notification.requestPermission()) === "granted") localStorage.alarifeTell = "1";
      shown();
    });
  }

  // ---------------------------------------------------------------- the rulebook beside the table
  const reader = $("#book"), wide = window.matchMedia("(min-width: 1000px)");
  function read(address) {
    const [path, anchor] = address.split("#"), frame = $("iframe", reader);
    reader.hidden = false;
    document.body.classList.add("reading");
    frame.src = `${path}?beside=1${anchor ? `#${anchor}` : ""}`;
  }
  function shut() {
    if (!reader || reader.hidden) return false;
    reader.hidden = true;
    document.body.classList.remove("reading");
    return true;
  }
  if (reader) $("#shut").addEventListener("click", shut);
  document.addEventListener("click", (event) => {
    const a = event.target.closest("a[data-book], a.rule, a.told");
    if (!a || !reader || !wide.matches || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (a.matches("[data-book]") && shut()) return;
    read(a.getAttribute("href"));
  });

  // ---------------------------------------------------------------- where something happened
  function point(event) {
    $$(".lit").forEach((mark) => mark.remove());
    $$(".pointed").forEach((place) => place.classList.remove("pointed"));
    const told = event.target.closest && event.target.closest("[data-lit]");
    if (!told) return;
    for (const one of told.dataset.lit.split(" ")) {
      const [id, at] = one.split("@"), place = $(`[data-place="${CSS.escape(id)}"]`, table());
      if (!place) continue;
      const board = at && $("svg.board", place);
      if (!board || !board.dataset.size) { place.classList.add("pointed"); continue; }
      const { size, left, top, west, north } = board.dataset, [x, y] = at.split(":");
      const mark = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      const where = { x: (x - west) * size + Number(left), y: (y - north) * size + Number(top), width: size, height: size, rx: 6, class: "lit" };
      for (const [name, value] of Object.entries(where)) mark.setAttribute(name, value);
      board.append(mark);
    }
  }
  document.addEventListener("pointerover", point);

  // ---------------------------------------------------------------- what an answer would do
  let asked = "";
  async function preview(key) {
    const line = $("#preview");
    if (!line || table().dataset.set === "1") return;
    asked = key;
    const answer = await fetch(`${base}/preview?key=${encodeURIComponent(key)}${location.search.replace("?", "&")}`);
    if (!answer.ok || asked !== key) return;
    const data = await answer.json();
    if ($("#preview")) $("#preview").textContent = data.words.length ? `→ ${data.words.join(" · ")}` : "";
  }
  let hover = 0;
  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      const spot = event.target.closest && event.target.closest("[data-key]");
      clearTimeout(hover);
      if (spot && table().contains(spot) && spot.dataset.key !== asked) hover = setTimeout(() => preview(spot.dataset.key).catch(() => {}), 160);
    });
  }

  // ---------------------------------------------------------------- keys
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const spot = event.target.closest && event.target.closest("a.spot");
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (spot && way) { event.preventDefault(); step(spot, way); return; }
    if (spot && event.key === " ") { event.preventDefault(); spot.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })); return; }
    if (event.key === "Escape" && /[?&](pick|choose|why)=/.test(query)) { const as = new URLSearchParams(location.search).get("as"); go(as ? `${base}?as=${as}` : base); return; }
    if (event.key === "Escape" && shut()) return;
    if (event.key === "r" && reader) { const link = $("a[data-book]"); link.click(); return; }
    if (event.key === "b") { const first = $("a.spot, .option", table()); if (first) first.focus(); return; }
    if (event.key === "u" && $("#undo")) { $("#undo").click(); return; }
    if (event.key === "Enter" && event.target === document.body && $("#done:not(:disabled)")) { $("#done").click(); return; }
    if (/^[1-9]$/.test(event.key)) {
      const named = $$(`[id="o-${event.key}"], [id^="o-${event.key}-"]`, table());
      const option = named.find((o) => o.matches(".open")) || named[0];
      if (option) { event.preventDefault(); option.focus(); option.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })); }
    }
  });
  function step(from, [dx, dy]) {
    const middle = (a) => { const r = (a.querySelector(".area") || a).getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const other of $$("a.spot", table())) {
      if (other === from) continue;
      const [u, v] = middle(other), along = (u - x) * dx + (v - y) * dy, aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      if (along > 4 && along + 2.5 * aside < least) { least = along + 2.5 * aside; best = other; }
    }
    if (best) { best.setAttribute("tabindex", "0"); best.focus(); }
  }

  // ---------------------------------------------------------------- news: one stream for all tabs
  function check() {
    if (busy) { waiting = true; return; }
    const t = table(), as = new URLSearchParams(location.search).get("as");
    if (new URLSearchParams(location.search).has("at")) return;
    get(`${base}?seq=${t.dataset.seq}${as ? `&as=${as}` : ""}`);
  }
  // What the page shows now may come along; it is put in unless something else is looked at here.
  function heard(token, seq, html) {
    if (`/t/${token}` !== base || Number(table().dataset.seq) === seq) return;
    if (html && !busy && !location.search && !query && Number(table().dataset.seq) < seq) replace(html);
    else check();
  }
  const token = base.slice(3), tokens = new Set([token]);
  const others = window.BroadcastChannel ? new BroadcastChannel("alarife") : null;
  let stream = null, leads = false, timer = 0;
  function listen() {
    if (stream) stream.close();
    const list = [...tokens].slice(-12);
    stream = new EventSource(`/events?part=1&${list.map((t) => `t=${encodeURIComponent(t)}`).join("&")}`);
    for (const kind of ["seq", "part"]) stream.addEventListener(kind, (event) => {
      const data = JSON.parse(event.data), token = list[data.t];
      heard(token, data.seq, data.html);
      if (others) others.postMessage({ seq: data.seq, token, html: data.html });
    });
    stream.onerror = () => { if (stream.readyState === EventSource.CLOSED) { clearTimeout(timer); timer = setTimeout(listen, 2000 + Math.random() * 3000); } };
  }
  function lead() { leads = true; listen(); if (others) others.postMessage({ who: true }); }
  if (others) {
    others.onmessage = ({ data }) => {
      if (data.seq !== undefined) heard(data.token, data.seq, data.html);
      if (data.who) others.postMessage({ mine: token });
      if (data.mine && leads && !tokens.has(data.mine)) { tokens.add(data.mine); listen(); }
    };
  }
  if (others && navigator.locks) { navigator.locks.request("alarife-stream", () => { lead(); return new Promise(() => {}); }); others.postMessage({ mine: token }); } else lead();
  for (const [on, what] of [[document, "visibilitychange"], [window, "pageshow"], [window, "online"]]) on.addEventListener(what, () => { if (!document.hidden) check(); });
  ready(false);
})();
