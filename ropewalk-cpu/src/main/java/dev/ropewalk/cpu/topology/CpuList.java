package dev.ropewalk.cpu.topology;

import dev.ropewalk.base.Names;
import dev.ropewalk.cpu.CpuSet;
import java.util.BitSet;
import java.util.StringJoiner;

/** The list format of Linux for sets of CPUs: {@code 0-3,8}. */
public final class CpuList {
    private static final int MAX_DIGITS = 9;

    private CpuList() {}

    public static BitSet parse(String list) {
        var bits = new BitSet();
        if (list.isBlank()) {
            return bits;
        }
        for (String item : list.split(",", -1)) {
            addItem(item.strip(), list, bits);
        }
        return bits;
    }

    private static void addItem(String item, String list, BitSet bits) {
        int dash = item.indexOf('-');
        String low = dash < 0 ? item : item.substring(0, dash).strip();
        String high = dash < 0 ? item : item.substring(dash + 1).strip();
        if (!isNumber(low) || !isNumber(high)) {
            throw malformed(list, item, "is neither a CPU number nor a range such as 0-3");
        }
        int first = number(low, item, list);
        int last = number(high, item, list);
        if (last < first) {
            throw malformed(list, item, "runs backwards");
        }
        bits.set(first, last + 1);
    }

    /** Returns whether a text is one or more digits, of the kind that the kernel writes. */
    static boolean isNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static int number(String digits, String item, String list) {
        if (digits.length() > MAX_DIGITS || Integer.parseInt(digits) > CpuSet.MAX_CPU) {
            throw malformed(list, item, "goes beyond the largest CPU number, " + CpuSet.MAX_CPU);
        }
        return Integer.parseInt(digits);
    }

    private static IllegalArgumentException malformed(String list, String item, String fault) {
        return new IllegalArgumentException(
                "malformed CPU list \"" + Names.shown(list.strip()) + "\": \"" + Names.shown(item) + "\" " + fault);
    }

    /** Returns the places of the one bits in ascending order. */
    public static int[] places(BitSet bits) {
        var places = new int[bits.cardinality()];
        int count = 0;
        for (int place = bits.nextSetBit(0); place >= 0; place = bits.nextSetBit(place + 1)) {
            places[count++] = place;
        }
        return places;
    }

    public static String format(BitSet bits) {
        var list = new StringJoiner(",");
        for (int first = bits.nextSetBit(0); first >= 0; ) {
            int last = bits.nextClearBit(first) - 1;
            list.add(first == last ? "" + first : first + "-" + last);
            first = bits.nextSetBit(last + 1);
        }
        return list.toString();
    }
}
