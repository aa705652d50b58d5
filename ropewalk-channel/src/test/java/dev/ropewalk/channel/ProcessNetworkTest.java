package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Networks of processes that talk through channels alone. */
@Timeout(120)
@ParameterizedClass
@EnumSource(Flavour.class)
class ProcessNetworkTest {
    private static final int CHAIN = 10_000;
    private static final int WAVES = 5;
    private static final int LIMIT = 2000;

    private final Processes processes;

    ProcessNetworkTest(Flavour flavour) {
        processes = flavour.open();
    }

    @AfterEach
    void close() {
        processes.close();
    }

    @Test
    void shouldPassElementsThroughALongChain() throws InterruptedException {
        Channel<Integer> first = Channel.rendezvous();
        Receiver<Integer> last = first;
        for (int i = 0; i < CHAIN; i++) {
            Receiver<Integer> left = last;
            Channel<Integer> right = Channel.rendezvous();
            processes.spawn(() -> {
                for (int element : left) {
                    right.send(element + 1);
                }
                right.close();
            });
            last = right;
        }
        for (int wave = 0; wave < WAVES; wave++) {
            first.send(wave);
            assertThat(last.receive()).isEqualTo(CHAIN + wave);
        }
        first.close();
        assertThat(last.receiveResult()).isEqualTo(new ReceiveResult.Closed<>());
        processes.join();
    }

    @Test
    void shouldSievePrimes() {
        Channel<Integer> numbers = Channel.rendezvous();
        processes.spawn(() -> {
            for (int i = 2; i < LIMIT; i++) {
                numbers.send(i);
            }
            numbers.close();
        });
        List<Integer> primes = new ArrayList<>();
        Iterator<Integer> unsieved = numbers.iterator();
        while (unsieved.hasNext()) {
            Iterator<Integer> rest = unsieved;
            int prime = rest.next();
            primes.add(prime);
            Channel<Integer> sieved = Channel.rendezvous();
            processes.spawn(() -> {
                while (rest.hasNext()) {
                    int number = rest.next();
                    if (number % prime != 0) {
                        sieved.send(number);
                    }
                }
                sieved.close();
            });
            unsieved = sieved.iterator();
        }
        processes.join();
        assertThat(primes)
                .containsExactlyElementsOf(IntStream.range(2, LIMIT)
                        .filter(number -> BigInteger.valueOf(number).isProbablePrime(50))
                        .boxed()
                        .toList());
    }

    @Test
    void shouldPlayPingPong() throws InterruptedException {
        Channel<Integer> pings = Channel.rendezvous();
        Channel<Integer> pongs = Channel.rendezvous();
        processes.spawn(() -> {
            for (int ping : pings) {
                pongs.send(ping + 1);
            }
            pongs.close();
        });
        for (int i = 0; i < 20_000; i++) {
            pings.send(i);
            assertThat(pongs.receive()).isEqualTo(i + 1);
        }
        pings.close();
        assertThat(pongs.receiveResult()).isEqualTo(new ReceiveResult.Closed<>());
        processes.join();
    }
}
