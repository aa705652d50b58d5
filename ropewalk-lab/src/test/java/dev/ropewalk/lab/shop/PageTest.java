package dev.ropewalk.lab.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.console.Console;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page of the console, in a real browser, on the running shop. */
@Timeout(300)
class PageTest {
    private static Browser browser;

    private final Trouble.Knobs knobs = new Trouble.Knobs();
    private Shop shop;
    private Console console;

    @BeforeAll
    static void start() {
        browser = Browser.start();
    }

    @AfterAll
    static void quit() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() throws IOException {
        shop = new Shop(knobs, 300);
        console = Console.open();
        browser.open(console.address().toString());
    }

    @AfterEach
    void close() {
        console.close();
        shop.close();
    }

    @Test
    void shouldFillEachView() throws IOException {
        knobs.turnOn(Trouble.FAILURES);
        knobs.turnOn(Trouble.SLOW_STAGE);
        browser.await("actors");
        browser.await("there are charts", () -> browser.all(".chart canvas").size() >= 7);
        browser.await("there are tiles", () -> browser.all(".tile").size() >= 8);
        browser.await("a warning is shown", () -> !browser.all(".warning").isEmpty());
        browser.choose("workers");
        browser.await("Steals a second");
        browser.await("Who steals from whom in shop");
        browser.await("both workers are shown", () -> browser.all("tbody tr").size() >= 2);
        browser.await("timed tasks half took at most");
        browser.picture("workers");
        browser.choose("actors");
        browser.await("/shop/cashier-1");
        browser.picture("actors");
        browser.choose("waiting");
        browser.await("Who waits for whom");
        browser.await("processes are drawn", () -> browser.all("svg.graph g").size() >= 4);
        browser.choose("channels");
        browser.await("dishes");
        browser.await("Refused");
        browser.picture("channels");
        browser.choose("pipelines");
        browser.await("bottleneck");
        assertThat(browser.driver()
                        .findElement(By.cssSelector(".stage.bottleneck b"))
                        .getText())
                .isEqualTo("tax");
        browser.picture("pipelines");
        browser.choose("limits");
        browser.await("deliveries");
        browser.await("stock-taking");
        browser.await("Runs now");
        // Limits of shops of other tests may be there, too, until they are collected.
        browser.await(
                "each limit has a chart", () -> browser.all(".chart canvas").size() >= 3);
        browser.await("limiter bank");
        browser.await(
                "the critical path is marked",
                () -> !browser.all(".span.critical").isEmpty());
        browser.await("Timeline of stock-taking");
        browser.picture("limits");
        browser.choose("journals");
        browser.await("Cursors of");
        browser.await("audit");
        browser.await("A force takes");
        browser.await(
                "the journal has charts", () -> browser.all(".chart canvas").size() >= 2);
        browser.picture("journals");
        browser.choose("warnings");
        browser.await("restart loop in ActorSystem shop");
        browser.picture("warnings");
        browser.choose("overview");
        browser.await("there are charts", () -> browser.all(".chart canvas").size() >= 7);
        browser.await("a warning is shown", () -> !browser.all(".warning").isEmpty());
        browser.picture("overview");
    }

    @Test
    void shouldShowADeadlockAsARedCircle() throws IOException {
        browser.choose("waiting");
        browser.await("No circle of waits");
        knobs.turnOn(Trouble.DEADLOCK);
        browser.await("a circle is drawn", () -> browser.all("path.circle").size() >= 4);
        assertThat(browser.text()).contains("4 waits lead back to where they begin");
        browser.click(By.xpath("//*[name()='g'][contains(., 'salter')]"));
        browser.await("Kitchen.lambda");
        browser.picture("waiting");
        knobs.turn(Trouble.DEADLOCK);
        browser.await("No circle of waits");
    }

    @Test
    void shouldSortActorsAndFindThem() {
        knobs.turnOn(Trouble.GROWING_QUEUE);
        browser.choose("actors");
        browser.await("the longest mailbox is first", () -> first().equals("/shop/cashier-0"));
        browser.click(By.xpath("//th/button[text()='Path']"));
        browser.await("they are sorted by path", () -> first().equals("/shop"));
        browser.driver().findElement(By.id("search")).sendKeys("cashier-2");
        browser.await("one is found", () -> paths().equals(List.of("/shop/cashier-2")));
    }

    @Test
    void shouldDrawWhoWaitsForResources() {
        knobs.turnOn(Trouble.SLOW_DELIVERY);
        browser.choose("waiting");
        browser.await("the budget is drawn", () -> !browser.all("rect.limit").isEmpty());
        browser.await("waits for {vans=1}");
    }

    @Test
    void shouldWarnFromWhereTheBrowserWantsIt() throws IOException {
        knobs.turnOn(Trouble.FAILURES);
        browser.choose("warnings");
        browser.await("restart loop in ActorSystem shop");
        browser.await("those of /shop/cashier-0");
        browser.click(By.cssSelector("#thresholds summary"));
        WebElement restarts = browser.driver().findElement(By.id("threshold-restarts"));
        restarts.clear();
        restarts.sendKeys("1000000", Keys.TAB);
        browser.await("there is no such warning", () -> !browser.text().contains("restart loop"));
        browser.picture("thresholds");
        browser.driver().navigate().refresh();
        browser.await("When to warn");
        browser.await("there is no such warning", () -> !browser.text().contains("restart loop"));
        assertThat(browser.driver().findElement(By.id("threshold-restarts")).getDomProperty("value"))
                .isEqualTo("1000000");
    }

    @Test
    void shouldWarnOfAWorkerThatSleeps() {
        knobs.turnOn(Trouble.BLOCKED_WORKER);
        browser.choose("warnings");
        browser.await("blocked worker in Scheduler shop");
        browser.await("Cashiers.sleep");
    }

    @Test
    void shouldShowAllOfOneActor() throws IOException {
        knobs.turnOn(Trouble.FAILURES);
        browser.choose("actors");
        browser.await("/shop/cashier-0");
        browser.click(By.xpath("//td/button[text()='/shop/cashier-0']"));
        browser.await("it says why it has failed", () -> one().contains("no change for order"));
        assertThat(one())
                .contains(
                        "/shop/cashier-0",
                        "a lambda of dev.ropewalk.lab.shop.Cashiers",
                        "Mailbox[unbounded]",
                        "Watchers 0");
        browser.await("a sample of its messages is shown", () -> one().contains("Class of messages"));
        browser.picture("actor");
        browser.click(By.xpath("//th/button[text()='Path']"));
        browser.await(
                "the root is shown",
                () -> !browser.all("button[data-key='actor /shop']").isEmpty());
        browser.click(By.xpath("//td/button[text()='/shop']"));
        browser.await("the root has children", () -> one().contains("Last failure none"));
        browser.click(By.xpath("//section[@id='one']//dd/button"));
        browser.await("▲ /shop");
        browser.click(By.xpath("//section[@id='one']/h2/button"));
        browser.await("it is closed", () -> browser.all("#one").isEmpty());
    }

    private boolean isWiderThanWindow() {
        return Boolean.TRUE.equals(
                browser.driver().executeScript("return document.documentElement.scrollWidth > window.innerWidth"));
    }

    private String one() {
        return browser.all("#one").stream()
                .map(section -> section.getText().replace('\n', ' '))
                .findFirst()
                .orElse("");
    }

    private String first() {
        return paths().stream().findFirst().orElse("");
    }

    private List<String> paths() {
        return browser.texts("#actors tbody tr td:first-child");
    }

    @Test
    void shouldShowNamesAsText() {
        String name = "<img src=x onerror=document.title='owned'>";
        try (ActorSystem system = ActorSystem.create("strange")) {
            system.spawn(ActorOptions.defaults().name(name), context -> message -> {});
            browser.choose("actors");
            browser.await("one can search", () -> !browser.all("#search").isEmpty());
            browser.driver().findElement(By.id("search")).sendKeys("onerror");
            browser.await(name);
            assertThat(browser.all("#actors img")).isEmpty();
            assertThat(browser.driver().getTitle()).isEqualTo("Ropewalk: Actors");
            system.close(Duration.ofSeconds(5));
        }
    }

    @Test
    void shouldSayThatTheProgramHasEnded() {
        browser.await("actors");
        console.close();
        browser.await(
                "it says so",
                () -> browser.driver()
                        .findElement(By.id("lost"))
                        .getText()
                        .contains("has ended, or the connection is lost"));
        assertThat(browser.text()).contains("actors");
    }

    @Test
    void shouldBeUsedByKeysAndReadOnAPhoneAndInTheDark() throws IOException {
        browser.await("actors");
        WebElement body = browser.driver().findElement(By.tagName("body"));
        body.sendKeys("3");
        browser.await("/shop/cashier-1");
        body.sendKeys("/");
        assertThat(browser.driver().switchTo().activeElement().getAttribute("id"))
                .isEqualTo("search");
        browser.driver().switchTo().activeElement().sendKeys(Keys.TAB);
        body.sendKeys("1");
        browser.await("Warnings");
        boolean wasDark = isDark();
        browser.driver().findElement(By.id("theme")).click();
        assertThat(isDark()).isNotEqualTo(wasDark);
        browser.driver().manage().window().setSize(new Dimension(400, 800));
        try {
            browser.await("there are charts", () -> browser.all(".chart canvas").size() >= 7);
            browser.picture("phone");
            browser.await("charts have shrunk, and it is no wider than the phone", () -> !isWiderThanWindow());
        } finally {
            browser.driver().manage().window().setSize(new Dimension(1280, 900));
        }
    }

    private boolean isDark() {
        return Boolean.TRUE.equals(
                browser.driver().executeScript("return document.documentElement.classList.contains('dark')"));
    }
}
