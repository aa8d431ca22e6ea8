// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/program.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

using namespace attention::test;

// What the program answers to its words: exit status, results on standard output, one line of error
// on standard error, and never both.
class TstArguments : public TestCase {
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void areUnderstood_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("output");
        const auto row = [](const char* words, const char* output) {
            QTest::newRow(words) << QString(words).split(u' ', Qt::SkipEmptyParts)
                                 << QByteArray(output);
        };
        row("--version", "attention-lab " ATTENTION_VERSION);
        row("--help", "attention-lab trace FILE");
        row("-h", "Exit status: 0 done, 1 a check failed, 2 unusable");
        row("--help", "[FILE]");
        row("trace --help", "--format text|json|csv|markdown|latex|numpy|pytorch|python");
        row("trace --help", "--gradient-of STAGE[,head]:row,column");
        row("trace --nonsense --help", "attention-lab trace FILE");
        row("check --help", "attention-lab check FILE");
        row("export --help", "--plot scaling|memory");
        row("export --help", "--theme light|dark|projector");
        row("variance --help", "--d-k 4,64,512");
        row("kv-cache --help", "--kv-heads N");
        row("examples --help", "example:NAME");
        row("examples", "cat-sat-two-heads");
        row("examples", "Three tokens");
        row("trace example:abc-scaled", "0.768");
        row("trace example:abc-causal --stage masked_scores", "blocked");
        row("trace example:abc-scaled --stage output --format csv", "1.722529573224908");
        row("trace example:abc-scaled --stage=output --format=csv", "1.722529573224908");
        row("trace --stage output --format csv -- example:abc-scaled", "1.722529573224908");
        row("trace example:cat-sat-two-heads --head 1 --stage weights", "0.768");
        row("check example:abc-scaled", "weights_rows_sum_to_one");
        row("variance --d-k 4 --samples 100", "expected");
        row("variance --d-k 2,3 --samples 50 --seed 7 --format json", "\"seed\": 7");
        row("kv-cache", "16 GiB");
        row("kv-cache --batch 64 --format json", "\"bytes\": 68719476736");
        row("kv-cache --bytes 0.5 --usable 1 --memory-gib 24.5 --weights-gib 7", "GiB");
    }

    void areUnderstood()
    {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, output);
        const Ran ran = runProgram(words);
        QCOMPARE(ran.errors, QByteArray());
        QCOMPARE(ran.status, 0);
        QVERIFY2(ran.output.contains(output), ran.output.constData());
        QVERIFY(ran.output.endsWith('\n'));
    }

    void areRefused_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("error");
        const auto row = [](const char* words, const char* error) {
            // "~" stands for an empty word.
            QStringList list = QString(words).split(u' ', Qt::SkipEmptyParts);
            list.replaceInStrings("~", "");
            QTest::newRow(words) << list << QByteArray(error);
        };
        row("tarce", "tarce: there is no such file or command; did you mean trace?");
        row("tarce example:abc-scaled", "surplus argument \"example:abc-scaled\"");
        row("--colour", "unknown option \"--colour\"");
        row("--version now", "unknown option \"--version\"");
        row("--theme purple", "\"purple\" is not system, light, dark or projector");
        row("--size 10", "--size: \"10\" is not a size such as 800x600");
        row("--size 0x600", "--size");
        row("--present=yes", "--present takes no value");
        row("nowhere.json", "nowhere.json: there is no such file or command");
        row("example:abc-scalde", "did you mean abc-scaled");

        row("trace", "a FILE is missing");
        row("trace example:abc-scaled example:abc-causal",
            "surplus argument \"example:abc-causal\"");
        row("trace nowhere.json", "nowhere.json: No such file");
        row("trace --stage", "--stage needs a value, ID");
        row("trace example:abc-scaled --stage", "--stage needs a value");
        row("trace example:abc-scaled --stage ~", "--stage needs a value");
        row("trace example:abc-scaled --head --format json", "--head needs a value");
        row("trace example:abc-scaled -o", "-o needs a value, OUT");
        row("trace example:abc-scaled --head x", "--head: \"x\" is not a whole number");
        row("trace example:abc-scaled --head 1.5", "\"1.5\" is not a whole number");
        row("trace example:abc-scaled --head 0x0", "\"0x0\" is not a whole number");
        row("trace example:abc-scaled --head 99999999999999999999",
            "is not a number that can be held");
        row("trace example:abc-scaled --head 1", "there is no head 1; this scenario has head 0");
        row("trace example:cat-sat-two-heads --head 2",
            "no head 2; this scenario has heads 0 to 1");
        row("trace example:cat-sat-two-heads --head -1", "there is no head -1");
        row("trace example:cat-sat-two-heads --head 0 --head 1", "--head is given twice");
        row("trace example:abc-scaled --format xml",
            "\"xml\" is not text, json, csv, markdown, latex, numpy, pytorch or "
            "python");
        row("trace example:abc-scaled --fromat json", "did you mean --format?");
        for (const char* program : {"numpy", "pytorch", "python"})
            for (const char* part : {"--stage weights", "--head 0"})
                row(qPrintable(
                        QString("trace example:abc-scaled --format %1 %2").arg(program, part)),
                    qPrintable(
                        QString("trace: --format %1 is a whole program: %2 cannot go with it")
                            .arg(program, QString(part).section(' ', 0, 0))));
        row("trace example:abc-scaled --stage score",
            "there is no stage \"score\"; the stages are embeddings, context, position_encoding, "
            "input, context_position_encoding, context_input, queries, keys, values, "
            "head_queries, head_keys, head_values, rotated_queries, rotated_keys, rotated_values, "
            "scores, scaled_scores, capped_scores, masked_scores, weights, head_output, "
            "concatenated, output, norm_1, residual_1, norm_2, mlp_hidden, mlp_output, "
            "residual_2, block_output, probabilities");
        row("trace example:abc-scaled --stage norm_1", "this scenario has no stage \"norm_1\"");
        row("trace example:", "there is no example \"\"");
        row("trace example:../fonts/DejaVuSans", "there is no example");
        row("trace example:cat-sat-to-heads", "did you mean cat-sat-two-heads");

        row("check", "a FILE is missing");
        row("check example:abc-scaled --stage weights", "unknown option \"--stage\"");

        row("export example:abc-scaled", "-o OUT is missing");
        row("export -o x.png", "a FILE is missing");
        row("export example:abc-scaled -o x.gif",
            "x.gif: the name of a picture ends in .png, .svg");
        row("export example:abc-scaled -o x", "the name of a picture ends in .png, .svg or .pdf");
        row("export example:abc-scaled -o png", "the name of a picture ends in .png, .svg or .pdf");
        row("export example:abc-scaled example:abc-causal -o x.png", "several need --all");
        row("export example:abc-scaled --all --stage weights -o d", "--all and --stage exclude");
        row("export example:abc-scaled --all --plot memory -o d", "--all and --plot exclude");
        row("export example:abc-scaled --plot memory --head 0 -o x.png",
            "--plot and --head exclude");
        row("export example:abc-scaled --plot heads -o x.png",
            "\"heads\" is not scaling or memory");
        row("export example:abc-scaled --theme system -o x.png", "not light, dark or projector");
        row("export example:abc-scaled --stage weight -o x.png", "there is no stage \"weight\"");
        row("export example:abc-scaled --stage weights --head 1 -o x.png", "there is no head 1");
        row("export example:abc-scaled --size 0x600 -o x.png", "0 × 600 pixels");
        row("export example:abc-scaled --size -5x600 -o x.png", "-5 × 600 pixels");
        row("export example:abc-scaled --size 800 -o x.png", "\"800\" is not a size");
        row("export example:abc-scaled --size 800x -o x.png", "\"800x\" is not a size");
        row("export example:abc-scaled --size 20000x20000 -o x.png", "the limit is 100 megapixels");
        row("export example:abc-scaled --size 99999999999x1 -o x.png", "is not a size");
        row("export example:abc-scaled --scale 0 -o x.png", "the scale must be above 0");
        row("export example:abc-scaled --scale -1 -o x.png", "the scale must be above 0");
        row("export example:abc-scaled --scale nan -o x.png", "\"nan\" is not a number");
        row("export example:abc-scaled --scale 1,5 -o x.png", "\"1,5\" is not a number");
        row("export example:abc-scaled --scale 1e400 -o x.png", "is not a number that can be held");
        row("export example:abc-scaled --scale 1e9 -o x.png", "the limit is 100 megapixels");
        row("export example:abc-scaled --all example:abc-scaled -o d", "two files are named");
        row("export example:abc-scaled --size 8.5x6 -o x.png", "\"8.5x6\" is not a size");
        row("export example:abc-scaled --unit cm -o x.png", "--unit needs --size");
        row("export example:abc-scaled --size 8x6 --dpi 300 -o x.png", "--dpi is for --unit cm");
        row("export example:abc-scaled --size 8x6 --unit cm --scale 2 -o x.png", "--scale is for");
        row("export example:abc-scaled --size 8x6 --unit inch -o x.png", "not px, cm or pt");
        row("export example:abc-scaled --size 90x90 --unit cm --dpi 600 -o x.png",
            "the limit is 100 megapixels");
        row("export example:abc-scaled --stages weights,scorse -o x.png", "no stage \"scorse\"");
        row("export example:abc-scaled --stages weights, -o x.png", "there is no stage \"\"");
        row("export example:abc-scaled --sheet -o x.png", "--sheet needs --stages");
        row("export example:abc-scaled --matrix W_x -o x.png", "\"W_x\" is not X, W_q");
        row("export example:abc-scaled --matrix W_o -o x.png", "this scenario has no W_o");
        row("export example:abc-scaled --heads all --stage output -o x.png",
            "output belongs to all heads together");
        row("export example:abc-scaled --heads mean --stage scores -o x.png", "is of the weights");
        row("export example:abc-scaled --no-bar -o x.png", "--no-bar says nothing about");
        row("export example:abc-scaled --plot memory --decimals 2 -o x.png", "says nothing about");
        row("export example:abc-scaled --plot memory --palette grey -o x.png",
            "--palette says nothing about");
        row("export example:abc-scaled --plot memory --transposed -o x.png",
            "--transposed says nothing about");
        row("export example:abc-scaled --decimals 7 -o x.png", "7 is not 0 to 6");
        row("export example:abc-scaled --range all -o x.png", "not auto, matrix, heads or shared");
        row("export example:abc-scaled --background white --theme dark -o x.png",
            "cannot stand on white");
        row("export example:abc-scaled --title A --no-title -o x.png", "exclude each other");
        row("export example:abc-scaled --stages scores --explain weights:0,0 -o x.png",
            "--explain is of another matrix");

        row("variance example:abc-scaled", "surplus argument");
        row("variance --d-k 4,,5", "\"4,,5\" is not a list of whole numbers");
        row("variance --d-k 4,", "\"4,\" is not a list of whole numbers");
        row("variance --d-k 0", "--d-k");
        row("variance --d-k 9999999999", "--d-k");
        row("variance --samples 1e3", "\"1e3\" is not a whole number");
        row("variance --samples 0", "--samples");
        row("variance --samples -5", "--samples");
        row("variance --samples 99999999999", "--samples");
        row("variance --seed -1", "--seed");
        row("variance --format png", "\"png\" is not text, json or csv");

        row("kv-cache --kv-heads 5", "--kv-heads");
        row("kv-cache --layers 0", "--layers");
        row("kv-cache --layers -1", "--layers");
        row("kv-cache --bytes 0", "--bytes");
        row("kv-cache --bytes inf", "\"inf\" is not a number");
        row("kv-cache --usable 1.5", "--usable");
        row("kv-cache --memory-gib -1", "--memory-gib");
        row("kv-cache --weights-gib x", "\"x\" is not a number");
        row("kv-cache --seq-len 9223372036854775808", "is not a number that can be held");
        row("kv-cache --seq-len 9223372036854775807", "--seq-len");

        row("examples all", "surplus argument \"all\"");
    }

    void areRefused()
    {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, error);
        const Ran ran = runProgram(words, here(), m_folder.path());
        QVERIFY2(ran.errors.contains(error), ran.errors.constData());
        QVERIFY2(isOneLine(ran.errors), ran.errors.constData());
        QVERIFY(ran.errors.startsWith("attention-lab: "));
        QCOMPARE(ran.output, QByteArray());
        QCOMPARE(ran.status, 2);
    }

    // Whatever stands in a word, the error is one line and drives no terminal.
    void stayOnOneLine()
    {
        for (const char* word : {"a\nb", "\x1b[31mred", "bell\a", "\xff\xfe", "é\xc2\x9b"}) {
            const Ran ran = runCommand(ATTENTION_LAB_PROGRAM, {"trace", QString::fromUtf8(word)});
            QCOMPARE(ran.status, 2);
            QVERIFY2(isOneLine(ran.errors), ran.errors.constData());
            for (const char control : {'\x1b', '\a', '\r'})
                QVERIFY(!ran.errors.contains(control));
            QVERIFY(!ran.errors.contains("\xc2\x9b"));
        }
    }

    // Every row of the table of commands is in the help of all.
    void commandsAreListed()
    {
        const QByteArray help = runProgram({"--help"}).output;
        for (const char* name : {"trace", "check", "export", "variance", "kv-cache", "examples"})
            QVERIFY2(help.contains("\nattention-lab " + QByteArray(name)), name);
    }
};

ATTENTION_TEST(TstArguments)
#include "tst_arguments.moc"
