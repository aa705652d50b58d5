package dev.ropewalk.cluster.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SearchListTest {
    private static final SearchList OF_POD = SearchList.parse(List.of(
            "# of a pod",
            "nameserver 10.96.0.10",
            "search default.svc.cluster.local svc.cluster.local  cluster.local.",
            "options timeout:1 ndots:5"));

    @Test
    void shouldReadTheFileOfAPod() {
        assertThat(OF_POD)
                .isEqualTo(
                        new SearchList(List.of("default.svc.cluster.local", "svc.cluster.local", "cluster.local."), 5));
    }

    @Test
    void shouldCompleteNames() {
        assertThat(OF_POD.candidates("shop-nodes"))
                .containsExactly(
                        "shop-nodes.default.svc.cluster.local",
                        "shop-nodes.svc.cluster.local",
                        "shop-nodes.cluster.local",
                        "shop-nodes");
    }

    @Test
    void shouldTakeANameWithADotAtItsEndAsItIs() {
        assertThat(OF_POD.candidates("shop-nodes.example.")).containsExactly("shop-nodes.example");
    }

    @Test
    void shouldTryANameWithManyDotsFirst() {
        assertThat(new SearchList(List.of("example"), 1).candidates("a.b")).containsExactly("a.b", "a.b.example");
        assertThat(new SearchList(List.of("example"), 2).candidates("a.b")).containsExactly("a.b.example", "a.b");
    }

    @Test
    void shouldCompleteNothingWithoutDomains() {
        assertThat(SearchList.NONE.candidates("shop")).containsExactly("shop");
        assertThat(SearchList.parse(List.of("", "options ndots:x", "search"))).isEqualTo(SearchList.NONE);
        assertThat(SearchList.parse(List.of("search .")))
                .extracting(list -> list.candidates("a"))
                .isEqualTo(List.of("a", "a"));
    }

    @Test
    void shouldBoundDots() {
        assertThat(SearchList.parse(List.of("options ndots:999")).dots()).isEqualTo(15);
    }
}
