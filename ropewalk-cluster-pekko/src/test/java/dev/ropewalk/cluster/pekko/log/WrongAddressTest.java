package dev.ropewalk.cluster.pekko.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.pekko.actor.Address;
import org.junit.jupiter.api.Test;

class WrongAddressTest {
    private static final String END = "]. Local address is [pekko://shop@10.0.0.2:2551]. Check that ...";

    @Test
    void shouldFindBothAddresses() {
        var expected = new WrongAddress(
                new Address("pekko", "bank", "10.0.0.1", 2552), new Address("pekko", "bank", "10.0.0.2", 2551));
        for (String from : new String[] {
            "UniqueAddress(pekko://bank@10.0.0.1:2552,-17)",
            "pekko://bank@10.0.0.1:2552#-17",
            "pekko://bank@10.0.0.1:2552"
        }) {
            assertThat(WrongAddress.in("Dropping Handshake Request from [" + from
                            + "] addressed to unknown local address [pekko://bank@10.0.0.2:2551" + END))
                    .hasValue(expected);
        }
    }

    @Test
    void shouldReadNumbersOfIpv6() {
        assertThat(WrongAddress.in("Dropping Handshake Request from [pekko://bank@[::1]:2552#7"
                        + "] addressed to unknown local address [pekko://bank@[::1]:2551" + END))
                .hasValueSatisfying(wrong -> assertThat(wrong.from().getHost()).hasValue("[::1]"));
    }

    @Test
    void shouldLeaveOtherTextsAlone() {
        assertThat(WrongAddress.in("Dropping Handshake Request from nobody")).isEmpty();
        assertThat(WrongAddress.in("")).isEmpty();
    }
}
