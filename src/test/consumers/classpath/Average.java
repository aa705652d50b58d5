import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import java.util.concurrent.Future;

/** A user's program on the class path: processes on a channel, a limiter, an executor. */
class Average {
    private static final int NUMBERS = 10;

    public static void main(String[] args) throws Exception {
        Channel<Future<Integer>> squares = Channel.buffered(2);
        Limiter limiter = Limiter.fixed(2).build();
        int sum = 0;
        try (Scheduler scheduler = Scheduler.create();
                BoundedExecutor executor = BoundedExecutor.builder(4).build();
                ProcessScope scope = ProcessScope.open(scheduler)) {
            scope.spawn("squares", () -> {
                for (int i = 1; i <= NUMBERS; i++) {
                    int number = i;
                    squares.send(executor.submit(() -> limiter.call(() -> number * number)));
                }
            });
            for (int i = 0; i < NUMBERS; i++) {
                sum += squares.receive().get();
            }
            scope.join();
        }
        System.out.println("class path: " + (double) sum / NUMBERS);
    }
}
