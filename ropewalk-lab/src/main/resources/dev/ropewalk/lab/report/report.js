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

  // Draws the interval of each median.
  const intervals = {
    id: 'intervals',
    afterDatasetsDraw(chart) {
      const ctx = chart.ctx;
      chart.data.datasets.forEach((set, index) => {
        const meta = chart.getDatasetMeta(index);
        if (meta.hidden) return;
        ctx.save();
        ctx.beginPath();
        ctx.rect(chart.chartArea.left, chart.chartArea.top, chart.chartArea.width, chart.chartArea.height);
        ctx.clip();
        ctx.strokeStyle = chart.config.type === 'bar' ? chart.options.color : set.borderColor;
        ctx.lineWidth = 1;
        set.points.forEach((point, k) => {
          if (!point || point.samples < 2) return;
          const x = meta.data[k].x;
          const low = chart.scales.y.getPixelForValue(point.low);
          const high = chart.scales.y.getPixelForValue(point.high);
          ctx.beginPath();
          ctx.moveTo(x, low);
          ctx.lineTo(x, high);
          ctx.moveTo(x - 3, low);
          ctx.lineTo(x + 3, low);
          ctx.moveTo(x - 3, high);
          ctx.lineTo(x + 3, high);
          ctx.stroke();
        });
        ctx.restore();
      });
    },
  };

  // A bar has the dash of its contender's line as stripes.
  function fill(series) {
    if (series.dash.length === 0) return series.colour;
    const tile = document.createElement('canvas');
    tile.width = 8;
    tile.height = series.dash.reduce((sum, length) => sum + length, 0);
    const ctx = tile.getContext('2d');
    ctx.fillStyle = series.colour;
    let top = 0;
    series.dash.forEach((length, k) => {
      ctx.globalAlpha = k % 2 === 0 ? 1 : 0.5;
      ctx.fillRect(0, top, tile.width, length);
      top += length;
    });
    return ctx.createPattern(tile, 'repeat');
  }

  function dataset(series, kind) {
    const line = kind === 'line';
    return {
      label: series.contender,
      data: series.points.map((p) => (p ? p.median : null)),
      points: series.points,
      borderColor: series.colour,
      borderDash: series.dash,
      backgroundColor: line ? series.colour : fill(series),
      borderWidth: line ? (series.main ? 3.5 : series.ours ? 2.5 : 1.5) : 0,
      borderRadius: 2,
      pointStyle: line ? series.mark : 'rectRounded',
      pointRadius: series.ours ? 5 : 4,
      pointHoverRadius: 7,
      spanGaps: false,
      tension: 0,
      order: line ? (series.main ? 0 : series.ours ? 1 : 2) : 0,
    };
  }

  // Leaves room for intervals, but not for outliers that would flatten everything else.
  function range(chart) {
    const points = chart.series.flatMap((s) => s.points.filter((p) => p));
    const most = Math.max(...points.map((p) => p.median));
    const least = Math.min(...points.map((p) => p.median));
    return {
      suggestedMax: Math.min(Math.max(...points.map((p) => p.high)), 1.5 * most),
      suggestedMin: chart.logarithmic ? Math.max(Math.min(...points.map((p) => p.low)), least / 1.5) : 0,
    };
  }

  function draw(canvas, chart, style) {
    const text = style.getPropertyValue('--text').trim();
    const muted = style.getPropertyValue('--muted').trim();
    const grid = style.getPropertyValue('--line').trim();
    return new Chart(canvas, {
      type: chart.kind,
      data: {
        labels: chart.labels.map((l) => (chart.kind === 'line' ? grouped(l) : l.split(' '))),
        datasets: chart.series.map((s) => dataset(s, chart.kind)),
      },
      options: {
        animation: false,
        responsive: true,
        maintainAspectRatio: false,
        color: text,
        interaction: { mode: 'index', intersect: false },
        datasets: { bar: { categoryPercentage: 0.8, barPercentage: 0.92 } },
        plugins: {
          legend: { position: 'bottom', labels: { color: text, usePointStyle: true, boxHeight: 7, padding: 14 } },
          tooltip: {
            itemSort: (a, b) => a.raw - b.raw,
            callbacks: {
              title: (items) => (chart.axis ? chart.axis + ' = ' + items[0].label : chart.labels[items[0].dataIndex]),
              label: (item) => {
                const p = item.dataset.points[item.dataIndex];
                const range = p.samples > 1
                  ? ' (' + quantity(p.low, chart.unit) + ' to ' + quantity(p.high, chart.unit) + ', ' + p.samples + ' samples)'
                  : '';
                return ' ' + item.dataset.label + ': ' + quantity(p.median, chart.unit) + range + (p.ratio ? ', ' + p.ratio : '');
              },
            },
          },
        },
        scales: {
          x: {
            title: { display: chart.axis !== '', text: chart.axis, color: muted },
            ticks: { color: muted, maxRotation: 0, autoSkip: chart.kind === 'line' },
            grid: { display: false },
            border: { color: grid },
          },
          y: {
            type: chart.logarithmic ? 'logarithmic' : 'linear',
            beginAtZero: !chart.logarithmic,
            ...range(chart),
            ticks: {
              color: muted,
              callback(value) {
                if (chart.logarithmic) {
                  const lead = value / Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
                  if (![1, 2, 5].includes(Math.round(lead * 1000) / 1000)) return null;
                }
                return short(quantity(value, chart.unit));
              },
            },
            grid: { color: grid },
            border: { display: false },
          },
        },
      },
      plugins: [intervals],
    });
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
        drawn.push(draw(frame.appendChild(document.createElement('canvas')), chart, style));
      });
    });
  }
  drawAll();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
})();
