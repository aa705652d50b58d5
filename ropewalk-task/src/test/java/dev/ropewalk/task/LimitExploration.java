package dev.ropewalk.task;

import java.time.Duration;
import java.util.Random;
import java.util.function.Function;
import java.util.random.RandomGenerator;

public class LimitExploration {
    public static void main(String[] args) {
        if (args.length > 0) {
        for (boolean refuse : new boolean[] {false, true}) {
            if (refuse)  far("aimd", r -> AimdLimit.builder().build(), refuse);
            far("vegas", r -> VegasLimit.builder().random(r).build(), refuse);
            far("gradient", r -> GradientLimit.builder().random(r).build(), refuse);
        }
        return; }
        scen("vegas", r -> VegasLimit.builder().random(r).build(), false);
        scen("gradient", r -> GradientLimit.builder().random(r).build(), false);
        scen("gradient-unbounded", r -> wrap(new LatencyLimit(LimitBounds.DEFAULT, new GradientRule(1.5, Double.POSITIVE_INFINITY, 0.5, 0.2, 100), 100, 200, r)), false);
        scen("aimd", r -> AimdLimit.builder().build(), true);
        scen("vegas-drops", r -> VegasLimit.builder().random(r).build(), true);
        scen("gradient-drops", r -> GradientLimit.builder().random(r).build(), true);
    }
    static LimitAlgorithm wrap(LatencyLimit l) { return new LimitAlgorithm() {
        public int initialLimit() { return l.initialLimit(); }
        public int update(long now, long rt, int f, boolean d) { return l.update(now, rt, f, d); } }; }

    static void far(String name, Function<RandomGenerator, LimitAlgorithm> make, boolean refuse) {
        for (int c : new int[] {10, 20, 100, 400}) for (String load : new String[] {"sat", "1.1", "2"}) {
            int far = 0, near = 0; double min = 9, max = 0, sum = 0; var first = new java.util.ArrayList<Integer>();
            double knee = load.equals("sat") ? c : Knee.ofOpenLoad(c, Double.parseDouble(load));
            for (int seed = 0; seed < 40; seed++) {
                var s = new LimitScenario(c, seed, make);
                if (refuse) s.service.setQueueCapacity(c / 10);
                if (load.equals("sat")) s.saturated(); else s.open(Double.parseDouble(load));
                int t = 0;
                for (int i = 0; i < 20; i++) {
                    double x = s.run(100).limit() / knee;
                    if (x >.8 && x < 1.2) { if (t == 0) t = i + 1; }
                    if (i < 5) continue;
                    min = Math.min(min, x); max = Math.max(max, x); sum += x;
                    if (x < .8 || x > 1.2) far++; else near++;
                }
                first.add(t == 0 ? 99 : t);
            }
            first.sort(null);
            System.out.printf("%s c %d load %s refuse %s: far %.3f min %.2f mean %.2f max %.2f first 50%% %d 90%% %d max %d%n", name, c, load, refuse, far / (double) (near + far), min, sum / (near + far), max, first.get(20), first.get(36), first.get(39));
        }
    }

    static void scen(String name, Function<RandomGenerator, LimitAlgorithm> make, boolean refuse) {
        for (int c : new int[] {20, 100, 400}) {
            StringBuilder out = new StringBuilder(name + " c " + c);
            for (int seed = 0; seed < 5; seed++) {
                var s = new LimitScenario(c, seed, make).saturated();
                if (refuse) s.service.setQueueCapacity(c / 10);
                s.run(1000);
                out.append(String.format("%n  sat %.2f", s.run(1000).limit() / c));
                s.service.setServers(c / 2);
                out.append(" half:");
                for (int i = 0; i < 6; i++) out.append(String.format(" %.2f", s.run(100).limit() / c * 2));
                s.service.setServers(c);
                out.append(" back:");
                for (int i = 0; i < 6; i++) out.append(String.format(" %.2f", s.run(100).limit() / c));
                s.service.setServiceTime(Duration.ofMillis(200), 1);
                out.append(" slower:");
                for (int i = 0; i < 6; i++) out.append(String.format(" %.2f", s.run(100).limit() / c));
                s.service.setServiceTime(Duration.ofMillis(100), 1);
                out.append(" faster:");
                for (int i = 0; i < 6; i++) out.append(String.format(" %.2f", s.run(100).limit() / c));
                s.open(0.3);
                out.append(" idle:");
                for (int i = 0; i < 6; i++) out.append(String.format(" %.2f", s.run(200).limit() / c));
                s.open(1.1);
                out.append(" 1.1:");
                for (int i = 0; i < 6; i++) out.append(String.format(" %.2f", s.run(100).limit() / c));
            }
            System.out.println(out);
            if (c == 20) {
                var s = new LimitScenario(c, 7, make).open(1.1);
                if (refuse) s.service.setQueueCapacity(c / 10);
                System.out.print("hour:");
                for (int i = 0; i < 12; i++) System.out.printf(" %.1f", s.run(3000).limit());
                System.out.println();
            }
        }
    }
}
