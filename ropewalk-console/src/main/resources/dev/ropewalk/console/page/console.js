"use strict";

/** The page: chooses a view, listens to what the program sends of it, and says so when it hears no more. */
(() => {
  const place = document.getElementById("view");
  const status = document.getElementById("status");
  const lost = document.getElementById("lost");
  const tabs = document.getElementById("tabs");
  let view = views[0];
  let data = {};
  let source = null;
  let isStopped = false;
  let isPressed = false;
  let lastHeard = 0;

  const page = { reload: listen, again: show };

  function show() {
    const focused = document.activeElement?.dataset?.key;
    view.show(data, place, page);
    if (focused) {
      place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    }
  }

  function say(text, kind) {
    status.textContent = text;
    status.className = kind;
  }

  /** Takes the fields that have changed; those that are null are gone. */
  function take(changes) {
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) {
        delete data[name];
      } else {
        data[name] = value;
      }
    }
  }

  function listen() {
    source?.close();
    data = {};
    const query = new URLSearchParams(view.query ? view.query() : {});
    const own = new EventSource(`stream/${view.name}?${query}`);
    source = own;
    own.onopen = () => {
      lost.hidden = true;
      say("live", "live");
    };
    own.onmessage = event => {
      if (own === source) {
        lastHeard = Date.now();
        take(JSON.parse(event.data));
        lost.hidden = true;
        if (!isStopped && !isPressed) {
          say("live", "live");
          show();
        }
      }
    };
    own.onerror = () => {
      if (own === source) {
        say("lost", "lost");
        lost.textContent = lastHeard === 0
            ? "The program doesn't answer. Has it ended, or is this address out of date? Ask for a new one."
            : `The program has ended, or the connection is lost. What is below was so at ${new Date(lastHeard).toLocaleTimeString()}.`;
        lost.hidden = false;
        if (own.readyState === EventSource.CLOSED) {
          setTimeout(() => own === source && listen(), 2000);
        }
      }
    };
  }

  function choose(next) {
    view = next;
    location.hash = next.name;
    document.title = `Ropewalk: ${next.title}`;
    for (const tab of tabs.children) {
      tab.setAttribute("aria-selected", String(tab.id === "tab-" + next.name));
    }
    place.replaceChildren();
    listen();
  }

  function dark(isDark) {
    document.documentElement.classList.toggle("dark", isDark);
  }

  function theme() {
    const isDark = !document.documentElement.classList.contains("dark");
    dark(isDark);
    localStorage.setItem("dark", String(isDark));
    place.replaceChildren();
    show();
  }

  function pause() {
    isStopped = !isStopped;
    say(isStopped ? "stopped" : "live", isStopped ? "" : "live");
  }

  document.addEventListener("keydown", event => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (event.key >= "0" && event.key <= "9") {
      choose(views[(Number(event.key) + 9) % 10]);
    } else if (event.key === "/") {
      place.querySelector("#search")?.focus();
      event.preventDefault();
    } else if (event.key === "d") {
      theme();
    } else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) {
      pause();
      event.preventDefault();
    }
  });
  // What is pressed must still be there when it is released, or nothing would be clicked.
  document.addEventListener("pointerdown", () => {
    isPressed = true;
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => setTimeout(() => {
      isPressed = false;
    }));
  }
  window.addEventListener("hashchange", () => {
    const wanted = views.find(each => "#" + each.name === location.hash);
    if (wanted && wanted !== view) {
      choose(wanted);
    }
  });
  document.getElementById("theme").addEventListener("click", theme);
  const chosen = localStorage.getItem("dark");
  dark(chosen === null ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "true");
  for (const each of views) {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = "tab-" + each.name;
    tab.setAttribute("role", "tab");
    tab.textContent = each.title;
    tab.addEventListener("click", () => choose(each));
    tabs.append(tab);
  }
  choose(views.find(each => "#" + each.name === location.hash) ?? views[0]);
})();
