package dev.ropewalk.cpu;

import java.nio.file.Path;

/** Prints what another process than the tests' own sees of the reservations in a directory, and what it can do itself. */
public final class ReservationProbe {
    private ReservationProbe() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path directory = Path.of(System.getProperty("directory", "."));
        CpuSet held =
                CpuReservation.holders(directory).stream().map(CpuHolder::cpus).reduce(CpuSet.of(), CpuSet::union);
        System.out.println("held=" + held);
        try (CpuReservation reservation =
                CpuReservation.builder().directory(directory).reserve()) {
            System.out.println("reserved=" + reservation.cpus().size());
            System.out.println("pin=" + failure(reservation::pin));
            System.out.println("factory=" + failure(() -> PinnedThreadFactory.of(reservation, Thread.ofPlatform())));
            Thread thread = PinnedThreadFactory.unpinned(Thread.ofPlatform())
                    .newThread(() -> System.out.println("unpinned=runs"));
            thread.start();
            thread.join();
        } catch (NoFreeCpuException e) {
            System.out.println("reserved=0");
        }
    }

    private static String failure(Runnable action) {
        try {
            action.run();
            return "works";
        } catch (PinningUnavailableException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
