(function () {
  'use strict';
  const scales = [
    [['ns', 1], ['µs', 1e3], ['ms', 1e6], ['s', 1e9]],
    [['bytes', 1], ['KiB', 1024], ['MiB', 1048576], ['GiB', 1073741824]],
  ];
  const digits = (v) => {
    const a = Math.abs(v);
    return a >= 99.95 || a === 0 ? v.toFixed(0) : a >= 9.995 ? v.toFixed(1) : a >= 0.9995 ? v.toFixed(2) : v.toPrecision(3);
  };
  // The same rule as in the tables: three significant digits, in the unit that suits.
  function quantity(value, unit) {
    const name = unit === 'us' ? 'µs' : unit;
    for (const scale of scales) {
      const given = scale.find((u) => u[0] === name);
      if (given) {
        const base = value * given[1];
        let best = scale[0];
        for (const u of scale) if (Math.abs(base) >= 0.9995 * u[1]) best = u;
        return digits(base / best[1]) + ' ' + best[0];
      }
    }
    return digits(value) + (unit ? ' ' + unit : '');
  }
  const short = (text) => text.replace(/\.0+(?= |$)|(\.\d*?)0+(?= |$)/, '$1');
  const grouped = (label) => (/^\d{5,}$/.test(label) ? label.replace(/\B(?=(\d{3})+$)/g, '\u202f') : label);

  // Draws from where to where the runs of each median go.
  const ranges = {
    id: 'ranges',
    afterDatasetsDraw(chart) {
      const ctx = chart.ctx;
      const across = chart.options.indexAxis === 'y';
      const scale = across ? chart.scales.x : chart.scales.y;
      chart.data.datasets.forEach((set, index) => {
        const meta = chart.getDatasetMeta(index);
        if (meta.hidden) return;
        ctx.save();
        ctx.beginPath();
        ctx.rect(chart.chartArea.left, chart.chartArea.top, chart.chartArea.width, chart.chartArea.height);
        ctx.clip();
        ctx.strokeStyle = across ? chart.options.color : set.borderColor;
        ctx.lineWidth = 1;
        set.points.forEach((point, k) => {
          if (!point || point.low === point.high) return;
          const at = across ? meta.data[k].y : meta.data[k].x;
          const move = (value, aside) => (across ? ctx.moveTo(value, at + aside) : ctx.moveTo(at + aside, value));
          const line = (value, aside) => (across ? ctx.lineTo(value, at + aside) : ctx.lineTo(at + aside, value));
          const low = scale.getPixelForValue(point.low);
          const high = scale.getPixelForValue(point.high);
          ctx.beginPath();
          move(low, 0);
          line(high, 0);
          for (const end of [low, high]) {
            move(end, -3);
            line(end, 3);
          }
          ctx.stroke();
        });
        ctx.restore();
      });
    },
  };

  // Writes its value beside each bar or dot of a cell.
  const values = {
    id: 'values',
    afterDatasetsDraw(chart) {
      if (chart.options.indexAxis !== 'y') return;
      const ctx = chart.ctx;
      ctx.save();
      ctx.fillStyle = chart.options.color;
      ctx.font = '12px system-ui, sans-serif';
      ctx.textBaseline = 'middle';
      chart.data.datasets[0].points.forEach((point, k) => {
        const mark = chart.getDatasetMeta(0).data[k];
        const end = Math.min(Math.max(mark.x, chart.scales.x.getPixelForValue(point.high)), chart.chartArea.right);
        ctx.fillText(quantity(point.median, chart.unit), end + 8, mark.y);
      });
      ctx.restore();
    },
  };

  // Leaves room for ranges, but not for outliers that would flatten everything else. Linear axes start at zero.
  function limits(chart) {
    const points = chart.series.flatMap((s) => s.points.filter((p) => p));
    const most = Math.max(...points.map((p) => p.median));
    const least = Math.min(...points.map((p) => p.median));
    const upper = Math.min(Math.max(...points.map((p) => p.high)), 1.5 * most);
    return chart.logarithmic
      ? { suggestedMax: upper, suggestedMin: Math.max(Math.min(...points.map((p) => p.low)), least / 1.5) }
      : { suggestedMax: upper, min: 0 };
  }

  function valueScale(chart, colours) {
    return {
      type: chart.logarithmic ? 'logarithmic' : 'linear',
      beginAtZero: !chart.logarithmic,
      ...limits(chart),
      title: { display: true, text: chart.valueAxis, color: colours.muted },
      ticks: {
        color: colours.muted,
        maxRotation: 0,
        callback(value) {
          if (value === 0) return '0';
          if (chart.logarithmic) {
            const lead = value / Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
            if (![1, 2, 5].includes(Math.round(lead * 1000) / 1000)) return null;
          }
          return short(quantity(value, chart.unit));
        },
      },
      grid: { color: colours.grid },
      border: { display: false },
    };
  }

  function tooltip(chart) {
    return (item) => {
      const p = item.dataset.points[item.dataIndex];
      const name = chart.kind === 'line' ? item.dataset.label + ': ' : '';
      return ' ' + name + quantity(p.median, chart.unit) + ' (' + p.range + ')' + (p.ratio ? ', ' + p.ratio : '');
    };
  }

  function lineChart(chart, colours) {
    return {
      type: 'line',
      data: {
        labels: chart.labels.map(grouped),
        datasets: chart.series.map((s) => ({
          label: s.contender,
          data: s.points.map((p) => (p ? p.median : null)),
          points: s.points,
          borderColor: s.colour,
          borderDash: s.dash,
          backgroundColor: s.colour,
          borderWidth: s.main ? 3.5 : s.ours ? 2.5 : 1.5,
          pointStyle: s.mark,
          pointRadius: s.ours ? 5 : 4,
          pointHoverRadius: 7,
          spanGaps: false,
          tension: 0,
          order: s.main ? 0 : s.ours ? 1 : 2,
        })),
      },
      options: {
        interaction: { mode: 'index', intersect: false },
        plugins: {
          legend: { position: 'bottom', labels: { color: colours.text, usePointStyle: true, boxHeight: 7, padding: 14 } },
          tooltip: {
            itemSort: (a, b) => a.raw - b.raw,
            callbacks: { title: (items) => chart.axis + ' = ' + items[0].label, label: tooltip(chart) },
          },
        },
        scales: {
          x: {
            title: { display: true, text: chart.axis, color: colours.muted },
            ticks: { color: colours.muted, maxRotation: 0, autoSkip: true },
            grid: { display: false },
            border: { color: colours.grid },
          },
          y: valueScale(chart, colours),
        },
      },
    };
  }

  // The contenders of one cell below each other: bars from zero, or dots where the axis is logarithmic and has no zero.
  function cellChart(chart, colours) {
    const dots = chart.kind === 'dot';
    const points = chart.series.map((s) => s.points[0]);
    const set = {
      data: points.map((p) => p.median),
      points,
      backgroundColor: chart.series.map((s) => s.colour),
      borderColor: chart.series.map((s) => s.colour),
      // Some marks of dots are drawn by lines only.
      borderWidth: dots ? 2 : 0,
    };
    return {
      type: dots ? 'line' : 'bar',
      data: {
        labels: chart.series.map((s) => (s.points[0].winner ? '\u2605 ' : '') + s.contender),
        datasets: [dots
          ? { ...set, showLine: false, pointRadius: 6, pointHoverRadius: 8, pointStyle: chart.series.map((s) => s.mark) }
          : { ...set, borderRadius: 2, categoryPercentage: 0.9, barPercentage: 0.85 }],
      },
      options: {
        indexAxis: 'y',
        layout: { padding: { right: 64 } },
        interaction: { mode: 'nearest', axis: 'y', intersect: false },
        plugins: { legend: { display: false }, tooltip: { callbacks: { label: tooltip(chart) } } },
        scales: {
          x: valueScale(chart, colours),
          y: {
            offset: true,
            ticks: {
              autoSkip: false,
              color: (context) => (chart.series[context.index] && chart.series[context.index].ours ? colours.win : colours.text),
              font: (context) => ({ weight: chart.series[context.index] && chart.series[context.index].main ? 'bold' : 'normal' }),
            },
            grid: { display: dots, color: colours.grid },
            border: { color: colours.grid },
          },
        },
      },
    };
  }

  function draw(canvas, chart, style) {
    const colour = (name) => style.getPropertyValue(name).trim();
    const colours = { text: colour('--text'), muted: colour('--muted'), grid: colour('--line'), win: colour('--win') };
    const config = chart.kind === 'line' ? lineChart(chart, colours) : cellChart(chart, colours);
    Object.assign(config.options, { animation: false, responsive: true, maintainAspectRatio: false, color: colours.text });
    const unit = { id: 'unit', beforeInit: (drawn) => { drawn.unit = chart.unit; } };
    return new Chart(canvas, { ...config, plugins: [unit, ranges, values] });
  }

  const data = JSON.parse(document.getElementById('charts').textContent);
  let drawn = [];
  function drawAll() {
    drawn.forEach((chart) => chart.destroy());
    const style = getComputedStyle(document.documentElement);
    drawn = [];
    document.querySelectorAll('[data-charts]').forEach((host) => {
      host.replaceChildren();
      (data[host.dataset.charts] || []).forEach((chart, index, all) => {
        const box = host.appendChild(document.createElement('div'));
        box.className = 'chart' + (all.length === 1 ? ' wide' : '');
        if (chart.title) box.appendChild(document.createElement('h4')).textContent = chart.title;
        const frame = box.appendChild(document.createElement('div'));
        frame.className = 'canvas';
        if (chart.kind !== 'line') frame.style.height = 64 + 26 * chart.series.length + 'px';
        drawn.push(draw(frame.appendChild(document.createElement('canvas')), chart, style));
      });
    });
  }

  // What a reader compares with stays in sight while a wide table is scrolled: the cell, the best, and Ropewalk's own columns,
  // as many of these as leave room for the others.
  function pin(table) {
    const heads = [...table.querySelectorAll('thead .pin')];
    const room = 0.6 * table.parentElement.clientWidth;
    let left = 0;
    table.querySelectorAll('.stuck').forEach((field) => field.classList.remove('stuck', 'last'));
    if (room === 0) return;
    let last = [];
    for (const head of heads) {
      if (left + head.offsetWidth > room) break;
      const column = [...table.rows].map((row) => row.cells[head.cellIndex]);
      column.forEach((field) => {
        field.classList.add('stuck');
        field.style.left = left + 'px';
      });
      left += head.offsetWidth;
      last = column;
    }
    last.forEach((field) => field.classList.add('last'));
  }
  const pinAll = () => document.querySelectorAll('table.many').forEach(pin);

  drawAll();
  pinAll();
  addEventListener('resize', pinAll);
  document.querySelectorAll('details').forEach((details) => details.addEventListener('toggle', pinAll));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
})();
