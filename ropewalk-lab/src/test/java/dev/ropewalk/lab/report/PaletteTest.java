package dev.ropewalk.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PaletteTest {
    private static final int COLOURS = 16;
    private static final List<String> OURS = names("ropewalk-");
    private static final List<String> OTHERS = names("rival-");
    private static final String DARK_GROUND = "#1d2024";

    private final Palette palette = new Palette(List.of(OURS, OTHERS));

    @Test
    void shouldGiveThoseWhoAppearTogetherDifferentColours() {
        List<String> late = List.of("ropewalk-late", OURS.getFirst(), OURS.getLast());
        var three = new Palette(List.of(OURS, OTHERS, late));

        assertThat(all().map(three::colour)).doesNotHaveDuplicates();
        assertThat(late.stream().map(three::colour)).doesNotHaveDuplicates();
    }

    @Test
    void shouldLetThoseWhoNeverMeetShareAColour() {
        var apart = new Palette(List.of(List.of("ropewalk-a", "go"), List.of("ropewalk-b", "kotlin")));

        assertThat(apart.colour("ropewalk-b")).isEqualTo(apart.colour("ropewalk-a"));
        assertThat(apart.colour("kotlin")).isEqualTo(apart.colour("go"));
    }

    @Test
    void shouldTellThemApartByMarkAndDashAlone() {
        assertThat(OURS.stream().map(name -> palette.mark(name) + palette.dash(name)))
                .doesNotHaveDuplicates();
        assertThat(palette.dash(OURS.getFirst())).as("a solid line").isEmpty();
    }

    @Test
    void shouldBeReadableOnLightAndOnDarkGround() {
        assertThat(all().map(palette::colour))
                .allSatisfy(
                        colour -> assertThat(Sight.contrast("#ffffff", colour)).isGreaterThan(2.2))
                .allSatisfy(colour ->
                        assertThat(Sight.contrast(colour, DARK_GROUND)).isGreaterThan(2.7));
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepColoursOfTheSameDashApart(Sight sight) {
        assertThat(all())
                .allSatisfy(one -> assertThat(all())
                        .filteredOn(other ->
                                !other.equals(one) && palette.dash(other).equals(palette.dash(one)))
                        .hasSize(7)
                        .allSatisfy(other -> assertThat(sight.distance(palette.colour(one), palette.colour(other)))
                                .as("between %s and %s", palette.colour(one), palette.colour(other))
                                .isGreaterThan(0.05)));
    }

    private static Stream<String> all() {
        return Stream.concat(OURS.stream(), OTHERS.stream());
    }

    private static List<String> names(String prefix) {
        return IntStream.range(0, COLOURS).mapToObj(number -> prefix + number).toList();
    }
}
