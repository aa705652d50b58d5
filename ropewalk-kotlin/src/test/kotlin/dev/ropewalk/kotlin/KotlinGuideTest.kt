package dev.ropewalk.kotlin

import java.nio.file.Path
import kotlin.io.path.readText
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

/** The page for Kotlin shows code that compiles and runs. */
class KotlinGuideTest {
    private val page = Path.of("../docs/kotlin.md").readText()
    private val examples = Path.of("src/test/kotlin/dev/ropewalk/kotlin/KotlinExamples.kt").readText()

    @Test
    fun shouldShowWhatIsCompiledAndNothingElse() {
        val shown = Regex("```kotlin\n(.*?)\n```", RegexOption.DOT_MATCHES_ALL).findAll(page).map { it.groupValues[1] }.toList()
        val compiled = Regex("// begin (\\w+)\n(.*?)\n *// end \\1", RegexOption.DOT_MATCHES_ALL)
            .findAll(examples)
            .map { it.groupValues[2].trimIndent() }
            .toList()

        assertThat(shown).isNotEmpty().isEqualTo(compiled)
    }

    private fun printed(example: ((Any) -> Unit) -> Unit): List<Any> = buildList { example(::add) }

    @Test
    fun shouldShowWhatWorks() {
        assertThat(printed(KotlinExamples::dispatchers)).containsExactly(700)
        assertThat(printed(KotlinExamples::channels)).containsExactly("rope", "twine")
        assertThat(printed(KotlinExamples::actors)).containsExactly("Rope? We have that.")
        assertThat(printed(KotlinExamples::limits)).containsExactly("twine: 3 miles")
    }
}
