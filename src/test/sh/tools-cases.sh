# Tests of how the launcher finds a JDK and Maven.
# shellcheck shell=sh disable=SC2154

should_use_the_jdk_of_java_home() {
    equip
    new_jdk "$box/my jdk" 26
    run JAVA_HOME="$box/my jdk" "$repo/bin/ropewalk" doctor
    expect_status 0
    expect_no err JAVA_HOME
    expect out "JDK 26 in $box/my jdk"
    expect out "Maven in $box/sys/usr/share/maven/bin/mvn"
}

should_find_the_jdk_and_maven_of_the_path() {
    new_jdk "$box/lib/jdk" 25
    new_maven "$box/lib/maven"
    mkdir -p "$box/alternatives"
    ln -s "$box/lib/jdk/bin/javac" "$box/alternatives/javac"
    ln -s ../alternatives/javac "$box/path/javac"
    ln -s "$box/lib/maven/bin/mvn" "$box/path/mvn"
    ropewalk doctor
    expect_status 0
    expect out "JDK 25 in $box/lib/jdk"
    expect out "Maven in $box/path/mvn"
}

should_find_a_jdk_in_each_usual_folder() {
    new_maven "$box/sys/usr/share/maven"
    for folder in \
        sys/usr/lib/jvm/java-25-openjdk-amd64 sys/opt/java/openjdk \
        sys/Library/Java/JavaVirtualMachines/temurin-25.jdk/Contents/Home \
        sys/opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home \
        sys/usr/local/opt/openjdk/libexec/openjdk.jdk/Contents/Home \
        home/.sdkman/candidates/java/25-tem home/.asdf/installs/java/temurin-25 home/.jdks/openjdk-25; do
        new_jdk "$box/$folder" 25
        ropewalk doctor
        expect_status 0
        expect out "JDK 25 in $box/$folder"
        rm -r "${box:?}/$folder"
    done
}

should_find_maven_in_each_usual_folder() {
    new_jdk "$box/sys/usr/lib/jvm/jdk" 25
    for folder in sys/usr/share/maven sys/opt/apache-maven-3.9.9 sys/opt/homebrew/opt/maven \
        home/.sdkman/candidates/maven/current; do
        new_maven "$box/$folder"
        ropewalk doctor
        expect out "Maven in $box/$folder/bin/mvn"
        rm -r "${box:?}/$folder"
    done
    new_maven "$box/my maven"
    run MAVEN_HOME="$box/my maven" "$repo/bin/ropewalk" doctor
    expect out "Maven in $box/my maven/bin/mvn"
}

should_prefer_the_oldest_jdk_that_is_fit() {
    new_maven "$box/sys/usr/share/maven"
    new_jdk "$box/sys/usr/lib/jvm/jdk-27" 27
    for version in 17.0.2 21 25.0.9 26; do
        new_jdk "$box/home/.jdks/jdk-$version" "$version"
    done
    ropewalk doctor
    expect out 'JDK 25.0.9 in'
}

should_pass_over_an_old_jdk_in_java_home() {
    equip
    new_jdk "$box/old" 21.0.4
    run JAVA_HOME="$box/old" "$repo/bin/ropewalk" doctor
    expect_status 0
    expect out 'JDK 25.0.1 in'
    expect err "JAVA_HOME=$box/old is no JDK 25 or newer; taken instead: $box/sys/usr/lib/jvm/jdk-25"
}

should_say_what_is_taken_if_java_home_is_no_jdk() {
    equip
    run JAVA_HOME="$box/nope" "$repo/bin/ropewalk" doctor
    expect_status 0
    expect out 'JDK 25.0.1 in'
    expect err "JAVA_HOME=$box/nope is no JDK 25 or newer; taken instead: $box/sys/usr/lib/jvm/jdk-25"
    [ "$(wc -l <"$box/err")" -eq 1 ] || fail 'it is said in more than one line'
    ropewalk doctor
    expect_no err JAVA_HOME
}

should_say_how_to_install_what_is_missing() {
    ropewalk lab
    expect_status 2
    expect err 'no JDK 25 or newer'
    expect err 'no Maven in'
    expect err 'sudo apt-get install openjdk-25-jdk-headless maven'
    expect err 'sudo dnf install java-25-openjdk-devel maven'
    expect err 'brew install openjdk@25 maven'
}

should_say_so_with_an_empty_path() {
    run PATH="$box/nowhere" "$repo/bin/ropewalk" test
    expect_status 2
    expect err 'sudo apt-get install openjdk-25-jdk-headless maven'
}

should_name_only_maven_if_only_maven_is_missing() {
    new_jdk "$box/sys/usr/lib/jvm/jdk" 25
    ropewalk lab
    expect_status 2
    expect err 'sudo apt-get install maven'
    expect_no err 'no JDK'
}

should_name_the_version_of_a_jdk_that_is_too_old() {
    new_maven "$box/sys/usr/share/maven"
    new_jdk "$box/sys/usr/lib/jvm/java-17-openjdk" 17.0.15
    ln -s java-17-openjdk "$box/sys/usr/lib/jvm/java-17"
    ropewalk lab
    expect_status 2
    expect err "found Java 17.0.15 in $box/sys/usr/lib/jvm/java-17"
    expect err 'too old'
    expect_no err 'no Maven'
}

should_refuse_a_runtime_without_compiler() {
    equip
    rm "$box/sys/usr/lib/jvm/jdk-25/bin/javac"
    ropewalk lab
    expect_status 2
    expect err 'found Java 25.0.1 without javac in'
}

should_need_no_maven_once_it_is_built() {
    equip
    ropewalk lab
    rm -r "$box/sys/usr/share/maven"
    ropewalk lab
    expect_status 0
    expect out 'java of 25.0.1'
}
