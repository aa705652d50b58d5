package dev.ropewalk.stress;

import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * What jcstress examines: a proof, or its broken twin. The twin of a proof {@code X} is called {@code XBrokenTwin}. It is {@code X}
 * itself on production code with a flaw, as {@link BrokenBy} tells, or a test of that name where the flaw can't be made in bytecode.
 */
record Subject(String name) {
    private static final String TWIN = "BrokenTwin";

    /** Returns all tests that jcstress knows: proofs, and twins that are tests of their own. */
    static List<Subject> tests() {
        return TestList.tests().stream().sorted().map(Subject::new).toList();
    }

    /** Returns the twins that are proofs on broken code. */
    static List<Subject> onBrokenCode() {
        return proofs().filter(proof -> !BrokenCode.flawsOf(proof.name).isEmpty())
                .map(Subject::twin)
                .toList();
    }

    static Stream<Subject> proofs() {
        return tests().stream().filter(test -> !test.isTwin());
    }

    boolean isTwin() {
        return name.endsWith(TWIN);
    }

    Subject twin() {
        return new Subject(name + TWIN);
    }

    /** Returns the proof, if this is its twin; else this. */
    Subject proof() {
        return isTwin() ? new Subject(name.substring(0, name.length() - TWIN.length())) : this;
    }

    /** Returns the name of the test that jcstress runs for this. */
    String test() {
        return TestList.tests().contains(name) ? name : proof().name;
    }

    /** Returns the loader of the classes that it runs with. */
    ClassLoader loader() {
        return test().equals(name) ? Subject.class.getClassLoader() : BrokenCode.of(test());
    }

    int actors() {
        return TestList.getInfo(test()).threads();
    }

    @Override
    public String toString() {
        return name;
    }
}
