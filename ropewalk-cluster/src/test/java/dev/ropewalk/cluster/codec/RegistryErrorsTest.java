package dev.ropewalk.cluster.codec;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.codec.SampleTypes.Circle;
import dev.ropewalk.cluster.codec.SampleTypes.Colour;
import dev.ropewalk.cluster.codec.SampleTypes.Group;
import dev.ropewalk.cluster.codec.SampleTypes.Money;
import dev.ropewalk.cluster.codec.SampleTypes.MoneyCodec;
import dev.ropewalk.cluster.codec.SampleTypes.Nothing;
import dev.ropewalk.cluster.codec.SampleTypes.Point;
import dev.ropewalk.cluster.codec.SampleTypes.Shape;
import dev.ropewalk.cluster.codec.SampleTypes.Side;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What can't be sent is refused when the registry is built, and the message says what and where. */
class RegistryErrorsTest {
    private static final String HERE = RegistryErrorsTest.class.getName() + '$';
    private static final String TYPES = SampleTypes.class.getName() + '$';

    private final CodecRegistryBuilder builder = CodecRegistry.builder();

    private record Box<T>(T content) {}

    @SuppressWarnings("ArrayRecordComponent") // they may be sent
    private record Holder(Object any, StringBuilder text, List<?> list, String[] names, List<String>[] lists) {}

    private record Keys(Set<byte[]> keys) {}

    private record Later(@Since(2) int a, int b) {}

    private record Downwards(
            @Since(3) int a, @Since(2) int b, @Since(1) int c) {}

    private record Lost(
            @Since(2) Point point,
            @Since(value = 2, orElse = "many") int count,
            @Since(value = 2, orElse = "PINK") Colour c) {}

    sealed interface Animal permits Cat, Dog {}

    record Cat() implements Animal {}

    record Dog() implements Animal {}

    private record Owner(Animal animal) {}

    private void assertRefused(Runnable call, String... parts) {
        assertThatIllegalArgumentException().isThrownBy(call::run).withMessageContainingAll(parts);
    }

    @Test
    void shouldRefuseAnIdThatIsUsed() {
        builder.register(1, Nothing.class);

        assertRefused(
                () -> builder.register(1, Point.class),
                "the id 1 of " + TYPES + "Point is that of " + TYPES + "Nothing");
        assertRefused(() -> builder.register(2, Nothing.class), TYPES + "Nothing is registered before");
        assertRefused(() -> builder.register(0, Point.class), "the id of " + TYPES + "Point must be positive, not 0");
    }

    @Test
    void shouldRefuseAClassWithoutACodec() {
        assertRefused(() -> builder.register(1, Money.class), TYPES + "Money is no record: register it with a Codec");
        assertRefused(
                () -> builder.register(1, Colour.class),
                TYPES + "Colour is no record: register an enum with the ids of its constants");
        assertRefused(() -> builder.register(1, int.class), "int is no record");
        assertRefused(() -> builder.register(1, Shape.class), TYPES + "Shape is no record");
    }

    @Test
    void shouldRefuseACodecOfATypeThatHasOne() {
        Codec<String> codec = new Codec<>() {
            @Override
            public void write(String value, FrameWriter out) {
                out.writeString(value);
            }

            @Override
            public String read(FrameReader in) {
                return in.readString();
            }
        };

        assertRefused(() -> builder.register(1, String.class, codec), "java.lang.String has a codec");
    }

    @Test
    void shouldRefuseConstantsWithoutIdsOfTheirOwn() {
        assertRefused(() -> builder.registerEnum(1, Side.class, Map.of(Side.LEFT, 1)), TYPES + "Side.RIGHT has no id");
        assertRefused(
                () -> builder.registerEnum(1, Side.class, Map.of(Side.LEFT, 1, Side.RIGHT, 1)),
                TYPES + "Side.RIGHT has the id 1, as another constant");
        assertRefused(
                () -> builder.registerEnum(1, Side.class, Map.of(Side.LEFT, -1, Side.RIGHT, 1)),
                TYPES + "Side.LEFT has the id -1, which is negative");
    }

    @Test
    void shouldTellAllThatIsWrongAtOnce() {
        builder.register(1, Circle.class)
                .register(2, Holder.class)
                .register(3, Box.class)
                .register(4, Keys.class);

        assertRefused(
                builder::build,
                "these types can't be sent:\n",
                TYPES + "Circle.center is of the unknown type " + TYPES + "Point: register the record",
                TYPES + "Circle.colour is of the unknown type " + TYPES
                        + "Colour: register the enum with the ids of its constants",
                HERE + "Holder.any is of the unknown type java.lang.Object: register it with a Codec",
                HERE + "Holder.text is of the unknown type java.lang.StringBuilder: register it with a Codec",
                "an element of " + HERE + "Holder.list is of the unknown type java.lang.Object",
                HERE + "Holder.names is of the unknown type java.lang.String[]: take a list",
                HERE + "Holder.lists is of the unknown type java.util.List<java.lang.String>[]: take a list",
                HERE + "Box.content is of the type variable T",
                "an element of " + HERE + "Keys.keys is an array");
    }

    @Test
    void shouldRefuseASealedTypeOfWhichOneIsMissing() {
        builder.register(1, Owner.class).register(2, Cat.class);

        assertRefused(
                builder::build,
                HERE + "Owner.animal is of the sealed " + HERE + "Animal, which permits " + HERE
                        + "Dog, which isn't registered");
    }

    @Test
    void shouldRefuseASealedTypeThatIsRegisteredInPart() {
        builder.registerSealed(Animal.class, Map.of(Cat.class, 1));

        assertRefused(builder::build, "permits " + HERE + "Dog, which isn't registered");
        builder.register(2, Dog.class).build();
        assertRefused(() -> builder.registerSealed(Group.class, Map.of()), TYPES + "Group isn't sealed");
    }

    @Test
    void shouldRefuseVersionsOutOfOrder() {
        builder.register(1, Later.class).register(2, Downwards.class);

        assertRefused(
                builder::build,
                HERE + "Later.b stands behind a component @Since(2), and has no @Since",
                HERE
                        + "Downwards.b is @Since(2): it must be 2 at least, and not less than that of the component before, 3",
                HERE + "Downwards.c is @Since(1)");
    }

    @Test
    void shouldRefuseComponentsWithoutDefaults() {
        builder.register(1, Lost.class)
                .register(2, Point.class)
                .registerEnum(3, Colour.class, Map.of(Colour.RED, 1, Colour.GREEN, 2, Colour.BLUE, 3));

        assertRefused(
                builder::build,
                HERE + "Lost.point has no default: make it @Nullable or an Optional, or give orElse",
                HERE + "Lost.count has the default \"many\", which is no int",
                HERE + "Lost.c has the default \"PINK\", which is no " + TYPES + "Colour");
    }

    @Test
    void shouldBuildIndependentRegistries() {
        CodecRegistry first = builder.register(1, Money.class, new MoneyCodec()).build();
        CodecRegistry second = builder.register(2, Nothing.class).build();

        assertRefusedBy(first);
        second.encode(new Nothing());
    }

    private static void assertRefusedBy(CodecRegistry registry) {
        assertThatThrownBy(() -> registry.encode(new Nothing()))
                .isInstanceOf(EncodingException.class)
                .hasMessage(TYPES + "Nothing isn't registered");
    }
}
