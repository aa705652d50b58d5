package dev.ropewalk.lab.cpu;

import dev.ropewalk.cpu.Cpu;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A machine's CPUs as text: a box is a core with its hyper-threads, and a row holds the cores that share a last-level
 * cache.
 *
 * <pre>
 * socket 0
 *   NUMA node 0
 *     cache 0 (L3 32 MiB)   [0 4r ] [1 5 ]
 * </pre>
 */
final class Picture {
    private static final int WIDTH = 100;

    private final CpuTopology topology;
    private final CpuSet reserved;
    private final MachineFiles files;
    private final List<String> lines = new ArrayList<>();

    /** What the marks behind a CPU's number mean, in the order in which they are shown. */
    private final Map<Character, String> legend = new LinkedHashMap<>();

    private final TreeSet<Character> used = new TreeSet<>();

    private Picture(CpuTopology topology, CpuSet reserved, MachineFiles files) {
        this.topology = topology;
        this.reserved = reserved;
        this.files = files;
        legend.put('i', "isolated");
        legend.put('r', "reserved");
        legend.put('e', "efficiency core");
        legend.put('-', "not allowed for this process");
    }

    /** Returns a picture, line by line. */
    static List<String> of(CpuTopology topology, CpuSet reserved, MachineFiles files) {
        return new Picture(topology, reserved, files).draw();
    }

    private List<String> draw() {
        List<CpuSet> sockets = topology.sockets();
        for (CpuSet socket : sockets) {
            lines.add("socket " + topology.cpu(socket.first()).socket());
            for (CpuSet node : topology.numaNodes()) {
                CpuSet nodeHere = node.intersect(socket);
                if (!nodeHere.isEmpty()) {
                    lines.add("  NUMA node " + topology.cpu(nodeHere.first()).numaNode());
                    drawCaches(nodeHere);
                }
            }
        }
        var legendLine = new StringBuilder("[ ] a core with its hyper-threads");
        legend.forEach((mark, meaning) -> {
            if (used.contains(mark)) {
                legendLine.append("   ").append(mark).append(' ').append(meaning);
            }
        });
        lines.add("");
        lines.add(legendLine.toString());
        return lines;
    }

    private void drawCaches(CpuSet node) {
        List<CpuSet> caches = topology.lastLevelCaches();
        for (int i = 0; i < caches.size(); i++) {
            CpuSet here = caches.get(i).intersect(node);
            if (!here.isEmpty()) {
                drawCores(title(i, here.first()), here);
            }
        }
    }

    private String title(int cache, int cpu) {
        return "    cache " + cache
                + files.lastLevelCache(cpu).map(what -> " (" + what + ")").orElse("") + "  ";
    }

    private void drawCores(String title, CpuSet cpus) {
        var row = new StringBuilder(title);
        for (CpuSet core : topology.cores()) {
            CpuSet here = core.intersect(cpus);
            if (here.isEmpty()) {
                continue;
            }
            String box = box(here);
            if (row.length() + box.length() > WIDTH) {
                lines.add(row.toString().stripTrailing());
                row.setLength(0);
                row.append(" ".repeat(title.length()));
            }
            row.append(box).append(' ');
        }
        lines.add(row.toString().stripTrailing());
    }

    private String box(CpuSet core) {
        List<String> threads = core.stream().mapToObj(this::thread).toList();
        return "[" + String.join(" ", threads) + "]";
    }

    private String thread(int id) {
        Cpu cpu = topology.cpu(id);
        var marks = new StringBuilder();
        mark(cpu.isolated(), 'i', marks);
        mark(reserved.contains(id), 'r', marks);
        mark(cpu.efficiencyCore(), 'e', marks);
        // Isolated CPUs are never in the mask that a process starts with, and can be used all the same.
        mark(!topology.allowed().contains(id) && !cpu.isolated(), '-', marks);
        return id + marks.toString();
    }

    private void mark(boolean holds, char mark, StringBuilder marks) {
        if (holds) {
            marks.append(mark);
            used.add(mark);
        }
    }
}
