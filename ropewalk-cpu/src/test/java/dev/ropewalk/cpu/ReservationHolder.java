package dev.ropewalk.cpu;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Reserves all CPUs of a machine, in the directory of its first argument, says so, and keeps them until it is ended. */
public final class ReservationHolder {
    private ReservationHolder() {}

    public static void main(String[] arguments) throws InterruptedException {
        CpuReservation reservation = CpuReservation.builder()
                .directory(Path.of(arguments[0]))
                .topology(ReservationRacer.MACHINE)
                .cpus(4)
                .name("holder")
                .reserve();
        System.out.println(reservation);
        new CountDownLatch(1).await();
    }
}
