"use strict";

/** Makes what each view shows. Names come from the program: they are set as text, never as HTML. */
const views = (() => {
  function el(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) {
        made.addEventListener(key.slice(2), value);
      } else if (value !== undefined && value !== false) {
        made.setAttribute(key, value === true ? "" : value);
      }
    }
    made.append(...children.filter(child => child !== undefined && child !== null));
    return made;
  }

  function number(value) {
    if (value === undefined || value === null) {
      return "";
    }
    const size = Math.abs(value);
    if (size >= 1e9) {
      return (value / 1e9).toFixed(2) + " G";
    }
    if (size >= 1e6) {
      return (value / 1e6).toFixed(2) + " M";
    }
    return size >= 1e4 ? (value / 1e3).toFixed(1) + " k" : String(Math.round(value * 10) / 10);
  }

  function bytes(value) {
    return value >= 1 << 30 ? (value / (1 << 30)).toFixed(1) + " GiB"
        : value >= 1 << 20 ? (value / (1 << 20)).toFixed(1) + " MiB"
        : value >= 1 << 10 ? (value / (1 << 10)).toFixed(1) + " KiB" : value + " B";
  }

  function time(nanos) {
    return nanos >= 1e9 ? (nanos / 1e9).toFixed(2) + " s"
        : nanos >= 1e6 ? (nanos / 1e6).toFixed(2) + " ms"
        : nanos >= 1e3 ? (nanos / 1e3).toFixed(1) + " µs" : nanos + " ns";
  }

  /** Makes words of the name of a count: "actorSystems" of one is "actor system". */
  function inWords(name, count) {
    const words = name.replace(/[A-Z]/g, letter => " " + letter.toLowerCase());
    return count === 1 ? words.replace(/s$/, "") : words;
  }

  function clock(seconds) {
    return new Date(1000 * seconds).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  }

  function table(columns, rows, rowAttributes = () => ({})) {
    return el("div", { class: "table" }, el("table", {},
        el("thead", {}, el("tr", {}, ...columns.map(column =>
            el("th", { class: column.text ? "text" : undefined, "aria-sort": column.sorted },
                column.onsort ? el("button", { type: "button", "data-key": "sort " + column.title,
                  onclick: column.onsort }, column.title) : column.title)))),
        el("tbody", {}, ...rows.map(row => el("tr", rowAttributes(row), ...columns.map(column => {
          const value = column.of(row);
          return el("td", { class: [column.text ? "text" : "", column.mark ? column.mark(row) : ""].join(" ").trim() },
              value instanceof Node ? value : String(value));
        }))))));
  }

  /** Shows these and nothing else; what is undefined is left out. */
  function put(place, ...children) {
    place.replaceChildren(...children.filter(child => child !== undefined));
  }

  function tiles(pairs) {
    return el("div", { class: "tiles" }, ...pairs.map(([name, value]) =>
        el("div", { class: "tile" }, el("b", {}, value), el("span", {}, name))));
  }

  /** A list of facts: each a name, a value, and how it is marked. */
  function facts(all) {
    return el("dl", {}, ...all.map(([name, value, mark]) =>
        el("div", {}, el("dt", {}, name), el("dd", { class: mark || undefined }, value))));
  }

  const nothing = text => el("p", { class: "quiet" }, text);

  function bar(share) {
    const filled = el("i");
    filled.style.width = Math.round(100 * Math.min(1, Math.max(0, share))) + "%";
    return el("div", { class: "bar" }, filled);
  }

  function warningList(warnings) {
    return warnings.length === 0 ? el("p", { class: "good" }, "Nothing to warn of.")
        : el("div", {}, ...warnings.map(warning => el("div", { class: "warning " + warning.severity },
            el("b", {}, warning.kind.toLowerCase().replaceAll("_", " ")), " in ", el("b", {}, warning.part), ": ",
            warning.what, el("div", { class: "quiet" }, warning.advice))));
  }

  // Overview

  const CHARTS = [["tasks", "Tasks a second"], ["messages", "Messages a second"], ["elements", "Channel elements a second"],
    ["events", "Pipeline events a second"], ["admitted", "Admitted a second"], ["appended", "Records appended a second"],
    ["queued", "Waiting in queues and mailboxes"]];
  const HISTORY_SECONDS = 300;
  let charts = [];

  const resized = new ResizeObserver(() => charts.forEach(({ plot, box }) => {
    if (box.clientWidth > 0 && plot.width !== box.clientWidth - 12) {
      plot.setSize({ width: box.clientWidth - 12, height: 150 });
    }
  }));
  let points = [];

  function startHistory() {
    fetch("look/history").then(answer => answer.json()).then(history => {
      const last = points.length === 0 ? 0 : points[0].millis;
      points = [...history.points.filter(point => last === 0 || point.millis < last), ...points];
    }).catch(() => {});
  }

  /**
   * Adds a point to those of the last minutes, and keeps about one of each second.
   *
   * @param millis returns the time of a point
   */
  function addRecent(all, point, millis) {
    if (all.length > 0 && millis(all[all.length - 1]) >= millis(point)) {
      return;
    }
    if (all.length > 1 && millis(all[all.length - 1]) - millis(all[all.length - 2]) < 900) {
      all.pop();
    }
    all.push(point);
    while (millis(point) - millis(all[0]) > 1000 * HISTORY_SECONDS) {
      all.shift();
    }
  }

  function overview(data, place) {
    if (data.now) {
      addRecent(points, data.now, point => point.millis);
    }
    if (!place.querySelector(".charts")) {
      place.replaceChildren(el("div", { id: "stale" }), el("div", { id: "warnings" }), el("div", { id: "tiles" }),
          el("div", { class: "charts" }));
      startHistory();
      resized.disconnect();
      const style = getComputedStyle(document.documentElement);
      const colour = name => style.getPropertyValue(name).trim();
      charts = CHARTS.map(([key, title]) => {
        const box = el("div", { class: "chart" });
        place.querySelector(".charts").append(box);
        const axis = { stroke: colour("--quiet"), grid: { stroke: colour("--line") } };
        const lastMinutes = (u, low, high) => [(high ?? 0) - HISTORY_SECONDS, high ?? 0];
        const plot = new uPlot({ title, width: box.clientWidth - 12, height: 150, legend: { show: false },
          cursor: { y: false }, scales: { x: { range: lastMinutes },
            y: { range: (u, low, high) => [0, Math.max(high ?? 0, 1) * 1.1] } },
          series: [{}, { stroke: colour("--accent"), width: 1.5 }],
          axes: [{ ...axis, values: (u, all) => all.map(clock) }, { ...axis, size: 60, values: (u, all) => all.map(number) }] }, [[], []], box);
        resized.observe(box);
        return { key, plot, box };
      });
    }
    const jvm = data.jvm;
    const parts = data.parts;
    document.getElementById("tab-warnings").textContent =
        data.warnings.length === 0 ? "Warnings" : `Warnings (${data.warnings.length})`;
    place.querySelector("#tiles").replaceChildren(
        el("p", {}, el("b", {}, jvm.command || "a JVM"), ` — process ${jvm.pid}, Java ${jvm.java}, ${jvm.cpus} CPUs, since `
            + new Date(jvm.started).toLocaleString()),
        tiles([["of all CPUs", Math.round(100 * (jvm.load ?? 0)) + " %"], ["heap in use", bytes(jvm.heapUsed)],
          ["platform threads", number(jvm.threads)],
          ...Object.entries(parts).filter(([, count]) => count > 0).map(([name, count]) =>
              [inWords(name, count), number(count)])]));
    place.querySelector("#warnings").replaceChildren(el("h2", {}, "Warnings"), warningList(data.warnings));
    put(place.querySelector("#stale"), data.lookAgeSeconds > 10
        ? el("p", { class: "bad" }, `A part of the program doesn't answer: what is below was so ${data.lookAgeSeconds} s ago.`)
        : undefined);
    const times = points.map(point => point.millis / 1000);
    charts.forEach(({ key, plot }) => plot.setData([times, points.map(point => point[key])]));
  }

  // Workers

  function heat(value, most) {
    const cell = el("span", { class: "heat" }, number(value));
    if (most > 0 && value > 0) {
      cell.style.background = `color-mix(in srgb, var(--warn) ${Math.round(70 * value / most)}%, transparent)`;
    }
    return cell;
  }

  /** A row for each worker that has stolen, a column for each that was stolen from. */
  function heatMap(scheduler) {
    const thieves = scheduler.workers.filter(worker => worker.stealsFrom.length > 0);
    const pairs = thieves.flatMap(thief => thief.stealsFrom);
    const most = Math.max(...pairs.map(pair => pair.rate), 0);
    const victims = [...new Set(pairs.map(pair => pair.worker))].sort((a, b) => a - b);
    const cell = (thief, victim) => {
      const pair = thief.stealsFrom.find(each => each.worker === victim);
      const shown = heat(pair?.rate ?? 0, most);
      shown.title = `worker ${thief.worker} from worker ${victim}: ${number(pair?.steals ?? 0)} so far`;
      return shown;
    };
    return [el("h2", {}, `Who steals from whom in ${scheduler.name}, a second`),
      thieves.length === 0 ? nothing("No worker has stolen yet.") : table([
        { title: "Thief", of: thief => "worker " + thief.worker },
        ...victims.map(victim => ({ title: "from worker " + victim, of: thief => thief.worker === victim ? "—" : cell(thief, victim) })),
      ], thieves)];
  }

  function workers(data, place) {
    place.replaceChildren(...(data.schedulers.length === 0 ? [nothing("No scheduler lives here.")]
        : data.schedulers.flatMap(scheduler => {
          const mostSteals = Math.max(...scheduler.workers.map(worker => worker.stealsRate), 0);
          const mostTasks = Math.max(...scheduler.workers.map(worker => worker.tasksRate), 0);
          return [el("h2", {}, scheduler.name), el("p", { class: "quiet" },
              `${scheduler.blocked} ${inWords("workers", scheduler.blocked)} inside blocking calls, ${number(scheduler.queued)} queued, `
              + `${scheduler.longTasks} ${inWords("longTasks", scheduler.longTasks)} and `
              + `${scheduler.starvationEvents} ${inWords("starvations", scheduler.starvationEvents)} so far`
              + (scheduler.times.count === 0 ? "" : `; of ${number(scheduler.times.count)} timed tasks half took at most `
                  + `${time(scheduler.times.p50)}, 99 % ${time(scheduler.times.p99)}, all ${time(scheduler.times.max)}`)),
          table([
            { title: "Worker", of: worker => worker.worker },
            { title: "Tasks a second", of: worker => heat(worker.tasksRate, mostTasks) },
            { title: "At home", of: worker => worker.homeShare + " %" },
            { title: "Steals a second", of: worker => heat(worker.stealsRate, mostSteals) },
            { title: "Moved here", of: worker => number(worker.rehomed) },
            { title: "Parks a second", of: worker => number(worker.parksRate) },
            { title: "Queued", of: worker => number(worker.queued) },
            { title: "Longest wait", of: worker => time(worker.longestWait) },
            { title: "Runs now", text: true, of: worker => worker.running || (worker.state ? "—" : "") },
          ], scheduler.workers), ...heatMap(scheduler)];
        })));
  }

  // Actors

  const actorQuery = { sort: "waiting", ascending: false, text: "", under: "", from: 0, rows: 100, one: "" };

  function goUnder(path, page) {
    actorQuery.under = path;
    actorQuery.from = 0;
    page.reload();
  }

  function chooseActor(path, page) {
    actorQuery.one = path;
    page.reload();
  }

  /** All that is known of the actor that was chosen. */
  function oneActor(actor, stopped, page) {
    const close = el("button", { type: "button", "data-key": "close one", "aria-label": "Close",
      onclick: () => chooseActor("", page) }, "✕");
    const title = el("h2", {}, actorQuery.one + " ", close);
    if (!actor) {
      const stop = stopped.find(each => each.path === actorQuery.one);
      return el("section", { id: "one" }, title, nothing(stop ? "It " + stop.reason + ": " + stop.failure : "It has stopped."));
    }
    return el("section", { id: "one" }, title, facts([
      ["Type", actor.type], ["State", actor.state.toLowerCase().replaceAll("_", " ")], ["Mailbox", actor.mailbox],
      ["Waiting in it", number(actor.waiting)], ["Processed", number(actor.processed)], ["Dropped", number(actor.dropped)],
      ["Failures", number(actor.failures)], ["Last failure", actor.lastFailure ?? "none", actor.lastFailure ? "bad" : ""],
      ["Restarts", number(actor.restarts)], ["Watchers", number(actor.watchers)],
      ["Children", actor.children === 0 ? "0" : el("button", { type: "button", "data-key": "children of one",
        onclick: () => goUnder(actor.path, page) }, number(actor.children))]]), messagesOf(actor.messages));
  }

  /** Of which classes the messages of an actor were lately. */
  function messagesOf(sample) {
    if (sample.size === 0) {
      return nothing("A sample of the classes of its messages is taken while this is shown.");
    }
    const rows = sample.others > 0 ? [...sample.types, { type: "others", count: sample.others }] : sample.types;
    return table([
      { title: "Class of messages", text: true, of: row => row.type },
      { title: "In a sample of " + sample.size, of: row => number(row.count) }], rows);
  }

  function actors(data, place, page) {
    if (!place.querySelector("#actors")) {
      const search = el("input", { type: "search", id: "search", placeholder: "path contains", "aria-label": "Search",
        value: actorQuery.text, oninput: event => {
          actorQuery.text = event.target.value;
          actorQuery.from = 0;
          page.reload();
        } });
      place.replaceChildren(el("div", { class: "tools" }, search, el("span", { id: "count" }),
          el("span", { id: "under" }), el("button", { type: "button", id: "earlier", onclick: () => turn(page, -1) }, "◀"),
          el("button", { type: "button", id: "later", onclick: () => turn(page, 1) }, "▶")), el("div", { id: "chosen" }), el("div", { id: "actors" }),
          el("div", { id: "stopped" }));
    }
    place.querySelector("#count").textContent = `${data.found} of ${data.all} ${inWords("actors", data.all)}, from ${data.from + 1}`;
    const up = actorQuery.under === "" ? "" : el("button", { type: "button", onclick: () => {
      actorQuery.under = actorQuery.under.split("/").length > 2 ? actorQuery.under.replace(/\/[^/]*$/, "") : "";
      actorQuery.from = 0;
      page.reload();
    } }, "▲ " + actorQuery.under);
    place.querySelector("#under").replaceChildren(up);
    place.querySelector("#chosen").replaceChildren(...(actorQuery.one === "" ? [] : [oneActor(data.one, data.stopped, page)]));
    place.querySelector("#earlier").disabled = data.from === 0;
    place.querySelector("#later").disabled = data.from + data.actors.length >= data.found;
    const sortable = (title, key, of, mark) => ({ title, of, mark,
      sorted: actorQuery.sort === key ? (actorQuery.ascending ? "ascending" : "descending") : undefined,
      onsort: () => {
        actorQuery.ascending = actorQuery.sort === key ? !actorQuery.ascending : key === "path";
        actorQuery.sort = key;
        actorQuery.from = 0;
        page.reload();
      } });
    place.querySelector("#actors").replaceChildren(table([
      { ...sortable("Path", "path", actor => el("button", { type: "button", class: "link", "data-key": "actor " + actor.path,
        onclick: () => chooseActor(actor.path, page) }, actor.path)), text: true },
      sortable("State", "state", actor => actor.state.toLowerCase().replaceAll("_", " "),
          actor => actor.state === "FAILED" ? "bad" : actor.state === "WAITING_FOR_ROOM" ? "warn" : ""),
      sortable("Waiting", "waiting", actor => number(actor.waiting)),
      sortable("Processed", "processed", actor => number(actor.processed)),
      sortable("Failures", "failures", actor => number(actor.failures), actor => actor.failures > 0 ? "warn" : ""),
      sortable("Restarts", "restarts", actor => number(actor.restarts), actor => actor.restarts > 0 ? "warn" : ""),
      sortable("Dropped", "dropped", actor => number(actor.dropped), actor => actor.dropped > 0 ? "bad" : ""),
      { ...sortable("Children", "children", actor => actor.children === 0 ? "0" : el("button", { type: "button",
        onclick: () => goUnder(actor.path, page) }, number(actor.children))) },
    ], data.actors, actor => ({ class: actor.path === actorQuery.one ? "chosen" : undefined })));
    place.querySelector("#stopped").replaceChildren(...stoppedActors(data.stopped));
  }

  /** The actors that have stopped because they failed. */
  function stoppedActors(stopped) {
    return stopped.length === 0 ? [] : [el("h2", {}, "Stopped after a failure"), table([
      { title: "Path", text: true, of: actor => actor.path },
      { title: "Ago", of: actor => time(actor.agoNanos) },
      { title: "Restarts", of: actor => number(actor.restarts) },
      { title: "What was decided", text: true, of: actor => actor.reason },
      { title: "Failure", text: true, of: actor => actor.failure, mark: () => "bad" }], stopped)];
  }

  function turn(page, pages) {
    actorQuery.from = Math.max(0, actorQuery.from + pages * actorQuery.rows);
    page.reload();
  }

  // Waiting

  let chosen = "";

  function waiting(data, place, page) {
    const inCircle = data.edges.filter(edge => edge.isInCircle).length;
    const node = data.nodes.find(each => each.id === chosen);
    put(place,
        el("h2", {}, "Who waits for whom"),
        inCircle > 0 ? el("p", { class: "bad", id: "circle" },
            `${inCircle} waits lead back to where they begin: unless somebody outside of these scopes helps, none of them goes on.`)
            : nothing("No circle of waits."),
        data.nodes.length === 0 ? nothing("No process scope is open, and nobody waits for permits, resources or room in a mailbox.")
            : graph.draw(data.nodes, data.edges, chosen, id => {
              chosen = id;
              page.again();
            }),
        data.leftOut > 0 ? nothing(`${data.leftOut} more that wait aren't shown.`) : undefined,
        node ? el("div", {}, el("h2", {}, node.name), el("p", {}, node.operation || "doesn't wait"),
            el("pre", {}, node.stack.length === 0 ? "no stack" : node.stack.join("\n"))) : undefined,
        el("h2", {}, "Where somebody waits"),
        data.queues.length === 0 ? nothing("Nobody waits.") : table([
          { title: "What for", text: true, of: queue => queue.what },
          { title: "How many", of: queue => number(queue.waiting) }], data.queues));
  }

  // Channels

  function channels(data, place) {
    place.replaceChildren(data.channels.length === 0 ? nothing("No channel with a name lives here.") : table([
      { title: "Channel", text: true, of: channel => channel.name },
      { title: "In it", of: channel => number(channel.depth) },
      { title: "A second", of: channel => number(channel.rate) },
      { title: "Sent", of: channel => number(channel.sends) },
      { title: "Received", of: channel => number(channel.receives) },
      { title: "Undelivered", of: channel => number(channel.undelivered), mark: channel => channel.undelivered > 0 ? "bad" : "" },
      { title: "Refused", of: channel => number(channel.refused) },
      { title: "Senders wait", of: channel => number(channel.waitingSenders), mark: channel => channel.waitingSenders > 0 ? "warn" : "" },
      { title: "Receivers wait", of: channel => number(channel.waitingReceivers) },
      { title: "", of: channel => channel.isClosed ? "closed" : "" },
    ], data.channels), data.found > data.channels.length ? nothing(`${data.found - data.channels.length} more aren't shown.`) : "");
  }

  // Histories of single parts

  const MOST_CHARTS = 24;

  /**
   * Charts of what single parts were like over the last minutes. A view has its parts in one of these as long as it is shown, and what came before
   * is fetched once.
   *
   * @param address where the program tells what came before
   * @param titles names of charts that a part has, each with its lines: a name, the number of its figure, and the name of its colour
   */
  function partCharts(address, titles) {
    let points = {};
    let shown = new Map();
    let box = null;
    const sizes = new ResizeObserver(() => shown.forEach(all => all.forEach(({ plot, own }) => {
      if (own.clientWidth > 0 && plot.width !== own.clientWidth - 12) {
        plot.setSize({ width: own.clientWidth - 12, height: 150 });
      }
    })));

    function fetchEarlier() {
      fetch("look/" + address).then(answer => answer.json()).then(history => {
        for (const [name, earlier] of Object.entries(history.parts)) {
          const known = points[name] ?? [];
          points[name] = [...earlier.filter(point => known.length === 0 || point[0] < known[0][0]), ...known];
        }
      }).catch(() => {});
    }

    function chart(name, { title, lines }) {
      const style = getComputedStyle(document.documentElement);
      const colour = variable => style.getPropertyValue(variable).trim();
      const own = el("div", { class: "chart" }, el("p", { class: "legend" }, ...lines.map(line => {
        const mark = el("span", {}, line.name);
        mark.style.color = colour(line.colour);
        return mark;
      })));
      box.append(own);
      const axis = { stroke: colour("--quiet"), grid: { stroke: colour("--line") } };
      const plot = new uPlot({ title: title === "" ? name : `${name}: ${title}`, width: Math.max(own.clientWidth - 12, 100), height: 150,
        legend: { show: false }, cursor: { y: false },
        scales: { x: { range: (u, low, high) => [(high ?? 0) - HISTORY_SECONDS, high ?? 0] },
          y: { range: (u, low, high) => [0, Math.max(high ?? 0, 1) * 1.1] } },
        series: [{}, ...lines.map(line => ({ label: line.name, stroke: colour(line.colour), width: 1.5, spanGaps: true }))],
        axes: [{ ...axis, values: (u, all) => all.map(clock) }, { ...axis, size: 60, values: (u, all) => all.map(number) }] },
      [[], ...lines.map(() => [])], own);
      sizes.observe(own);
      return { plot, own, lines };
    }

    /** Shows the parts' last points, and those before, in a place that stays. Returns how many parts have charts, once there are points. */
    return (now, place) => {
      if (box !== place || place.childElementCount === 0) {
        box = place;
        shown = new Map();
        points = {};
        sizes.disconnect();
        fetchEarlier();
      }
      for (const name of Object.keys(points)) {
        if (!(name in (now ?? {}))) {
          delete points[name];
        }
      }
      for (const [name, point] of Object.entries(now ?? {})) {
        addRecent(points[name] ??= [], point, each => each[0]);
        if (!shown.has(name) && (shown.size + 1) * titles.length <= MOST_CHARTS) {
          shown.set(name, titles.map(title => chart(name, title)));
        }
      }
      for (const [name, all] of shown) {
        if (!(name in (now ?? {}))) {
          all.forEach(({ plot, own }) => {
            plot.destroy();
            own.remove();
          });
          shown.delete(name);
        } else {
          const times = points[name].map(point => point[0] / 1000);
          all.forEach(({ plot, lines }) =>
              plot.setData([times, ...lines.map(line => points[name].map(point => point[line.figure]))]));
        }
      }
      return shown.size;
    };
  }

  /** Says how many of so many parts have no chart, if some have. */
  function withoutChart(parts, charts) {
    return charts > 0 && parts > charts ? [nothing(`${parts - charts} more have no chart.`)] : [];
  }

  /** Returns a place for tables, and one for charts that stays while the tables are replaced. */
  function tablesAndCharts(place) {
    if (!place.querySelector(".charts")) {
      place.replaceChildren(el("div", { class: "tables" }), el("div", { class: "charts" }));
    }
    return [place.querySelector(".tables"), place.querySelector(".charts")];
  }

  // Pipelines

  function pipelines(data, place) {
    place.replaceChildren(...(data.pipelines.length === 0 ? [nothing("No pipeline lives here.")]
        : data.pipelines.flatMap(pipeline => [
          el("h2", {}, pipeline.name),
          el("p", { class: "quiet" }, `${number(pipeline.claimedRate)} events a second, ${number(pipeline.used)} of `
              + `${number(pipeline.capacity)} places in use, producers waited ${number(pipeline.stallsRate)} times a second`),
          bar(pipeline.used / pipeline.capacity),
          el("div", { class: "stages" }, ...pipeline.stages.map(stage =>
              el("div", { class: stage.isBottleneck ? "stage bottleneck" : "stage" }, el("b", {}, stage.name),
                  stage.isBottleneck ? el("span", { class: "bad" }, " bottleneck") : undefined,
                  bar(stage.lag / pipeline.capacity),
                  el("div", {}, `lag ${number(stage.lag)}, ${number(stage.eventsRate)} events a second`),
                  el("div", {}, `batch ${number(stage.batch)}, largest ${number(stage.largestBatch)}, at ${number(stage.position)}`),
                  stage.failures + stage.dropped > 0
                      ? el("div", { class: "bad" }, `${number(stage.failures)} failures, ${number(stage.dropped)} dropped`)
                      : undefined)))])));
  }

  // Limits

  function admissions(title, all) {
    return all.length === 0 ? [] : [el("h2", {}, title), table([
      { title: "Name", text: true, of: each => each.name },
      { title: "Limit", of: each => each.limit === undefined ? "none" : number(each.limit) },
      { title: "In flight", of: each => number(each.inFlight) },
      { title: "Waiting", of: each => number(each.waiting), mark: each => each.waiting > 0 ? "warn" : "" },
      { title: "Admitted a second", of: each => number(each.admittedRate) },
      { title: "Rejected", of: each => number(each.rejected), mark: each => each.rejected > 0 ? "bad" : "" },
      { title: "Expired", of: each => number(each.expired), mark: each => each.expired > 0 ? "bad" : "" },
      { title: "Cancelled", of: each => number(each.cancelled) },
      { title: "Wait p50", of: each => time(each.waits.p50) },
      { title: "p99", of: each => time(each.waits.p99) },
      { title: "Longest", of: each => time(each.waits.max) },
    ], all)];
  }

  /** The attempts of a run as bars on as few lanes as let no two overlap; those of the critical path are marked. */
  function timeline(run) {
    const most = Math.max(run.nanos, 1);
    const busyUntil = [];
    const bars = run.attempts.map(attempt => {
      const free = busyUntil.findIndex(until => until <= attempt.begun);
      const lane = free < 0 ? busyUntil.length : free;
      busyUntil[lane] = attempt.ended;
      const text = `${attempt.action}${attempt.number > 1 ? ", attempt " + attempt.number : ""}: `
          + `${time(attempt.ended - attempt.begun)}, ${attempt.end.toLowerCase()}`;
      const made = el("div", { class: `span ${attempt.end}${attempt.isCritical ? " critical" : ""}`, title: text }, attempt.action);
      made.style.left = `${100 * attempt.begun / most}%`;
      made.style.width = `max(2px, ${100 * (attempt.ended - attempt.begun) / most}%)`;
      made.style.top = `${22 * lane}px`;
      return made;
    });
    const lanes = el("div", { class: "timeline" }, ...bars);
    lanes.style.height = `${22 * Math.max(busyUntil.length, 1)}px`;
    const critical = run.attempts.filter(attempt => attempt.isCritical);
    return [el("h2", {}, `Timeline of ${run.name}, ${time(run.nanos)} so far`),
      critical.length === 0 ? nothing("Nothing has begun yet.") : el("p", {}, "The critical path so far: ",
          critical.map(attempt => `${attempt.action} (${time(attempt.ended - attempt.begun)})`).join(" → ")),
      lanes, run.leftOut > 0 ? nothing(`${run.leftOut} shorter attempts aren't shown.`) : undefined].filter(Boolean);
  }

  /** How many actions of a run are named that run now. */
  const MOST_ACTIONS = 5;

  const limitCharts = partCharts("limits-history", [{ title: "", lines: [
    { name: "limit", figure: 1, colour: "--quiet" }, { name: "in flight", figure: 2, colour: "--accent" },
    { name: "waiting", figure: 3, colour: "--bad" }] }]);

  function limits(data, place) {
    const [tables, charts] = tablesAndCharts(place);
    const shown = [...admissions("Executors", data.executors), ...admissions("Limiters", data.limiters),
      ...admissions("Budgets", data.budgets),
      ...data.budgets.flatMap(budget => [el("h2", {}, "Resources of " + budget.name), table([
        { title: "Resource", text: true, of: resource => resource.name },
        { title: "Capacity", of: resource => number(resource.capacity) },
        { title: "In use", of: resource => number(resource.inUse) },
        { title: "", of: resource => bar(resource.capacity === 0 ? 0 : resource.inUse / resource.capacity) },
        { title: "Reserved", of: resource => number(resource.reserved) },
        { title: "Waiting", of: resource => number(resource.waiting) }], budget.resources)]),
      ...(data.graphRuns.length === 0 ? [] : [el("h2", {}, "Runs of task graphs"), table([
        { title: "Run", text: true, of: run => run.name },
        { title: "Actions", of: run => number(run.actions) },
        { title: "Done", of: run => bar((run.succeeded + run.failed + run.skipped + run.cancelled) / Math.max(1, run.actions)) },
        { title: "Succeeded", of: run => number(run.succeeded) },
        { title: "Running", of: run => number(run.running) },
        { title: "Runs now", text: true, of: run => run.runningNow.slice(0, MOST_ACTIONS).map(action => action.action
            + (action.forNanos > 0 ? ` (${time(action.forNanos)})` : "")).join(", ") + (run.running > MOST_ACTIONS ? ", …" : "") },
        { title: "Failed", of: run => number(run.failed), mark: run => run.failed > 0 ? "bad" : "" },
        { title: "Skipped", of: run => number(run.skipped) },
        { title: "Backing off", of: run => number(run.backingOff) },
        { title: "Waiting for", text: true, of: run => Object.entries(run.waitingFor).map(([name, count]) => `${name} ${count}`).join(", ") },
      ], data.graphRuns)]), ...data.timelines.flatMap(timeline),
      ...(data.timelinesLeftOut > 0 ? [nothing(`${data.timelinesLeftOut} more runs are traced; their timelines aren't shown.`)] : [])];
    tables.replaceChildren(...(shown.length === 0 ? [nothing("No limit lives here.")] : shown));
    const limited = data.executors.length + data.limiters.length + data.budgets.length;
    tables.append(...withoutChart(limited, limitCharts(data.now, charts)));
  }

  // Journals

  const journalCharts = partCharts("journals-history", [
    { title: "bytes", lines: [{ name: "appended a second", figure: 1, colour: "--accent" },
      { name: "not durable yet", figure: 2, colour: "--bad" }] },
    { title: "milliseconds", lines: [{ name: "a force", figure: 3, colour: "--accent" }] }]);

  function journals(data, place) {
    const [tables, charts] = tablesAndCharts(place);
    tables.replaceChildren(data.journals.length === 0 ? nothing("No journal is open.") : table([
      { title: "Journal", text: true, of: journal => journal.name },
      { title: "Records a second", of: journal => number(journal.recordsRate) },
      { title: "Bytes a second", of: journal => bytes(journal.bytesRate) },
      { title: "Not durable yet", of: journal => bytes(journal.notDurable) },
      { title: "Forces a second", of: journal => number(journal.forcesRate) },
      { title: "A force takes", of: journal => journal.forceMillis === undefined ? "" : time(1e6 * journal.forceMillis) },
      { title: "Longest", of: journal => time(journal.longestForce) },
      { title: "Segments", of: journal => `${number(journal.segments)}: ${journal.firstSegment} to ${journal.lastSegment}` },
      { title: "Records", of: journal => `${journal.firstIndex} to ${journal.nextIndex - 1}` },
      { title: "", of: journal => journal.isPoisoned ? "poisoned" : "", mark: () => "bad" },
    ], data.journals), ...data.journals.filter(journal => journal.cursors.length > 0).flatMap(journal =>
        [el("h2", {}, "Cursors of " + journal.name), table([
          { title: "Cursor", text: true, of: cursor => cursor.name },
          { title: "Goes on with record", of: cursor => number(cursor.index) },
          { title: "Records behind the end", of: cursor => number(cursor.behind) },
          { title: "", of: cursor => cursor.isGone ? "its record was deleted" : "", mark: () => "bad" },
        ], journal.cursors)]));
    tables.append(...withoutChart(data.journals.length, journalCharts(data.now, charts)));
  }

  // Cluster

  /** Counts by name, in words. */
  function counted(counts) {
    return Object.entries(counts).map(([name, count]) => `${number(count)} ${name}`).join(", ");
  }

  function cluster(data, place) {
    place.replaceChildren(...(data.clusters.length === 0 ? [nothing("This JVM is in no cluster.")]
        : data.clusters.flatMap(oneCluster)));
  }

  function oneCluster(shown) {
    const most = Math.max(...shown.members.map(member => member.shards), 1);
    const link = (member, of) => member.link ? of(member.link) : "";
    return [el("h2", {}, `${shown.name}, seen by ${shown.self}`),
      ...(shown.isReady ? [] : [el("p", { class: "warn" }, "This node isn't ready for work from outside.")]),
      Object.keys(shown.losses).length === 0 ? nothing("This node has lost no message.")
          : el("p", { class: "bad" }, "Messages that this node has found to be lost: " + counted(shown.losses)),
      table([
        { title: "Member", text: true, of: member => member.address + (member.isSelf ? " (here)" : "") },
        { title: "Status", text: true, of: member => member.isReachable ? member.status : "doesn't answer",
          mark: member => !member.isReachable ? "bad" : member.status === "up" ? "good" : "warn" },
        { title: "Roles", text: true, of: member => member.roles },
        { title: "Shards known there", of: member => heat(member.shards, most) },
        { title: "Sent", of: member => link(member, of => number(of.sent)) },
        { title: "In flight", of: member => link(member, of => number(of.inFlight)) },
        { title: "Credit", of: member => link(member, of => number(of.credit)),
          mark: member => member.link && member.link.credit <= 0 ? "warn" : "" },
        { title: "Lost", of: member => link(member, of => number(of.lost)),
          mark: member => member.link && member.link.lost > 0 ? "bad" : "" },
        { title: "Received", of: member => link(member, of => number(of.received)) },
        { title: "Not handled here", text: true, of: member => link(member, of => counted(of.dropped)), mark: () => "bad" },
      ], shown.members),
      el("h2", {}, `Entities of ${shown.name} on this node`),
      shown.types.length === 0 ? nothing("This node hosts no type.") : table([
        { title: "Type", text: true, of: type => type.name },
        { title: "Active", of: type => number(type.active) },
        { title: "Started", of: type => number(type.started) },
        { title: "Idle, passivated", of: type => number(type.passivatedIdle) },
        { title: "Too many, passivated", of: type => number(type.passivatedOver) },
        { title: "Moved or asked to end", of: type => number(type.passivatedAsked) },
        { title: "Stopped otherwise", of: type => number(type.stopped) },
        { title: "Shards here", of: type => number(type.shards[shown.self] ?? 0) },
        { title: "Came", of: type => number(type.assigned) },
        { title: "Handed over", of: type => number(type.handedOver) },
      ], shown.types)];
  }

  const THRESHOLDS = [
    ["queueLength", "A queue that grows is long from", 1000, ""],
    ["restarts", "Restarts between two looks", 5, ""], ["deadLetters", "Dead letters between two looks", 10, ""],
    ["limitFloor", "A limit is at its floor at", 1, ""], ["moves", "Steals, or changed homes, a second", 10000, ""],
    ["lagMebibytes", "A journal's lag", 64, "MiB"], ["forceMillis", "A force of a journal", 100, "ms"],
    ["waitSeconds", "All threads of a scope wait for", 10, "s"]];
  const thresholds = JSON.parse(localStorage.getItem("thresholds") ?? "{}");

  function thresholdInputs(page) {
    return el("details", { id: "thresholds" }, el("summary", {}, "When to warn"), el("div", { class: "facts" },
        ...THRESHOLDS.map(([name, title, otherwise, unit]) => el("label", {}, title + " ",
            el("input", { type: "number", min: 1, id: "threshold-" + name, value: thresholds[name] ?? otherwise, onchange: event => {
              if (event.target.value === "" || Number(event.target.value) === otherwise) {
                delete thresholds[name];
              } else {
                thresholds[name] = event.target.value;
              }
              localStorage.setItem("thresholds", JSON.stringify(thresholds));
              page.reload();
            } }), " " + unit))));
  }

  function warnings(data, place, page) {
    if (!place.querySelector("#thresholds")) {
      place.replaceChildren(el("h2", {}, "Warnings"), el("div", { id: "found" }), thresholdInputs(page));
    }
    place.querySelector("#found").replaceChildren(warningList(data.warnings));
  }

  return [
    { name: "overview", title: "Overview", show: overview, query: () => thresholds },
    { name: "workers", title: "Workers", show: workers },
    { name: "actors", title: "Actors", show: actors, query: () => actorQuery },
    { name: "waiting", title: "Waiting", show: waiting },
    { name: "channels", title: "Channels", show: channels },
    { name: "pipelines", title: "Pipelines", show: pipelines },
    { name: "limits", title: "Limits", show: limits },
    { name: "journals", title: "Journals", show: journals },
    { name: "cluster", title: "Cluster", show: cluster },
    { name: "warnings", title: "Warnings", show: warnings, query: () => thresholds },
  ];
})();
