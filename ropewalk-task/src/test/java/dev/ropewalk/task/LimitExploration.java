package dev.ropewalk.task;

import java.time.Duration;
import java.util.Random;
import java.util.function.Function;
import java.util.random.RandomGenerator;

public class LimitExploration {
    public static void main(String[] args) {
        if (args.length > 0) {
            var time = new SimulatedTime();
            var random = new Random(Long.getLong("seed", 0));
            var service = new SimulatedService(time, random, Integer.getInteger("c", 100));
            var limiter = new SimulatedLimiter(
                    time, service, VegasLimit.builder().random(random).build());
            if (args[0].equals("sat")) limiter.saturate(true);
            else open(time, random, limiter, 1e6 / 1.1);
            time.run(Duration.ofSeconds(30));
            return;
        }
        for (int c : new int[] {2, 5, 20, 100, 500}) {
            start(c, "vegas", r -> VegasLimit.builder().random(r).build());
            start(c, "gradient", r -> GradientLimit.builder().random(r).build());
        }
        for (int c : new int[] {2, 5, 20, 100, 500}) {
            System.out.println("c " + c + " knee open 1.1: " + Knee.ofOpenLoad(c, 1.1) + " 1.5: "
                    + Knee.ofOpenLoad(c, 1.5) + " 3: " + Knee.ofOpenLoad(c, 3));
            show(c, "vegas", r -> VegasLimit.builder().random(r).build());
            show(c, "gradient", r -> GradientLimit.builder().random(r).build());
        }
    }

    static void show(int c, String name, Function<RandomGenerator, LimitAlgorithm> make) {
        for (String load : new String[] {"sat", "1.1", "1.5", "3"}) {
            StringBuilder out = new StringBuilder(String.format("%10s %5s ", name, load));
            for (int seed = 0; seed < 3; seed++) {
                var time = new SimulatedTime();
                var random = new Random(seed);
                var service = new SimulatedService(time, random, c);
                var limiter = new SimulatedLimiter(time, service, make.apply(random));
                if (load.equals("sat")) limiter.saturate(true);
                else open(time, random, limiter, service.meanNanos() / c / Double.parseDouble(load));
                long t = c >= 100 ? 60 : 600;
                time.run(Duration.ofSeconds(t));
                limiter.figures();
                time.run(Duration.ofSeconds(t));
                LimitFigures f = limiter.figures();
                out.append(String.format(
                        "| %6.1f %4d %4d lat %.2f thr %.1f rej %.2f ",
                        f.limit(), f.lowest(), f.highest(), f.latency(), f.throughput() / c, f.rejected()));
            }
            System.out.println(out);
        }
    }

    static void start(int c, String name, Function<RandomGenerator, LimitAlgorithm> make) {
        for (String load : new String[] {"sat", "1.1", "3"}) {
            var trips = new java.util.ArrayList<Integer>();
            for (int seed = 0; seed < 100; seed++) {
                var time = new SimulatedTime();
                var random = new Random(seed);
                var service = new SimulatedService(time, random, c);
                var limiter = new SimulatedLimiter(time, service, make.apply(random));
                if (load.equals("sat")) limiter.saturate(true);
                else open(time, random, limiter, service.meanNanos() / c / Double.parseDouble(load));
                double knee = load.equals("sat") ? c : Knee.ofOpenLoad(c, Double.parseDouble(load));
                int n = 0;
                while (n < 5000) {
                    time.run(Duration.ofMillis(500));
                    n += 5;
                    double l = limiter.figures().limit();
                    if (l > 0.8 * knee && l < 1.25 * knee) break;
                }
                trips.add(n);
            }
            trips.sort(null);
            System.out.printf(
                    "%d %s %s round trips: 10%% %d 50%% %d 90%% %d max %d%n",
                    c, name, load, trips.get(10), trips.get(50), trips.get(90), trips.get(99));
        }
    }

    static void open(SimulatedTime time, RandomGenerator random, SimulatedLimiter limiter, double gap) {
        time.after((long) (random.nextExponential() * gap), () -> {
            limiter.tryCall();
            open(time, random, limiter, gap);
        });
    }
}
