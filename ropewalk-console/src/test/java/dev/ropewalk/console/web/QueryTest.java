package dev.ropewalk.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class QueryTest {
    private static Query query(String text) {
        return new Query(URI.create("/look/actors?" + text));
    }

    @Test
    void shouldReadWhatIsThere() {
        Query query = query("text=%2Fshop+1&rows=20&ascending=true");
        assertThat(query.text("text", "")).isEqualTo("/shop 1");
        assertThat(query.number("rows", 100, 1, 500)).isEqualTo(20);
        assertThat(query.flag("ascending")).isTrue();
    }

    @Test
    void shouldTakeForAbsentWhatCantBeRead() {
        Query query = query("rows=many&&=&ascending=perhaps&text");
        assertThat(query.text("text", "none")).isEqualTo("none");
        assertThat(query.number("rows", 100, 1, 500)).isEqualTo(100);
        assertThat(query.flag("ascending")).isFalse();
        assertThat(new Query(URI.create("/look/actors")).text("text", "none")).isEqualTo("none");
    }

    @Test
    void shouldBringNumbersIntoTheirRange() {
        assertThat(query("rows=0").number("rows", 100, 1, 500)).isEqualTo(1);
        assertThat(query("rows=9223372036854775807").number("rows", 100, 1, 500))
                .isEqualTo(500);
        assertThat(query("rows=99999999999999999999").number("rows", 100, 1, 500))
                .isEqualTo(100);
    }
}
