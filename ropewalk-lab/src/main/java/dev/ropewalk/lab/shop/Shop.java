package dev.ropewalk.lab.shop;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** The shop: everything runs on one scheduler, a hundred ticks a second. */
final class Shop implements AutoCloseable {
    private static final Duration TICK = Duration.ofMillis(10);

    private final Path folder;
    private final int customers;
    private final Scheduler scheduler = Scheduler.builder().name("shop").build();
    private final Strand ticks = scheduler.newStrand();
    private final List<Timer> timers = new ArrayList<>();
    private final Cashiers cashiers;
    private final Kitchen kitchen;
    private final Ledger ledger;
    private final Deliveries deliveries;

    /** Opens it with so many customers. */
    Shop(Trouble.Knobs knobs, int customers) throws IOException {
        this.customers = customers;
        this.folder = Files.createTempDirectory("ropewalk-shop");
        this.cashiers = new Cashiers(scheduler, knobs, customers);
        this.kitchen = new Kitchen(scheduler, knobs);
        this.ledger = new Ledger(scheduler, knobs, folder);
        this.deliveries = new Deliveries(scheduler, knobs);
        repeat(cashiers::tick);
        repeat(ledger::tick);
        repeat(deliveries::tick);
    }

    private void repeat(Runnable tick) {
        timers.add(scheduler.scheduleAtFixedRate(ticks, tick, TICK, TICK));
    }

    /** Ends the ticks before the parts that they feed; the task behind them is the last one of their strand. */
    private void endTicks() {
        timers.forEach(Timer::cancel);
        CompletableFuture.runAsync(() -> {}, ticks).join();
    }

    @Override
    public void close() {
        endTicks();
        kitchen.close();
        deliveries.close();
        cashiers.close();
        ledger.close();
        scheduler.close(Duration.ofSeconds(1));
        delete();
    }

    @Override
    public String toString() {
        return "A shop with " + customers + " customers";
    }

    private void delete() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
