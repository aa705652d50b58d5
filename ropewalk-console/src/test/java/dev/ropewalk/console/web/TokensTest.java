package dev.ropewalk.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TokensTest {
    private static final long LIFE = 1000;

    private final AtomicLong clock = new AtomicLong();

    @Test
    void shouldAdmitOnce() {
        var tokens = new Tokens(clock::get, LIFE, true);
        String token = tokens.make();
        assertThat(tokens.admit(token)).isTrue();
        assertThat(tokens.admit(token)).isFalse();
    }

    @Test
    void shouldAdmitAgainAndAgain() {
        var sessions = new Tokens(clock::get, LIFE, false);
        String session = sessions.make();
        assertThat(sessions.admit(session)).isTrue();
        assertThat(sessions.admit(session)).isTrue();
    }

    @Test
    void shouldAdmitNothingAfterItsTime() {
        var tokens = new Tokens(clock::get, LIFE, false);
        String token = tokens.make();
        clock.set(LIFE);
        assertThat(tokens.admit(token)).isTrue();
        clock.set(LIFE + 1);
        assertThat(tokens.admit(token)).isFalse();
    }

    @Test
    void shouldMakeAnotherOneEachTimeAndForgetTheOldest() {
        var tokens = new Tokens(clock::get, LIFE, false);
        String oldest = tokens.make();
        Set<String> all = new HashSet<>();
        for (int i = 0; i < 64; i++) {
            all.add(tokens.make());
        }
        assertThat(all)
                .hasSize(64)
                .allMatch(token -> token.matches("[0-9a-f]{32}"))
                .allMatch(tokens::admit);
        assertThat(tokens.admit(oldest)).isFalse();
        assertThat(tokens.admit("")).isFalse();
    }
}
