"""Sentences that explain icons: short, and translated into each language."""


def test_sentences_of_icons_are_short_and_translated() -> None:
    from companion.i18n import LANGUAGES, translator
    from ui.explanation import KEYS, about_key

    for language in LANGUAGES:
        for icon in KEYS:
            name, sentence = about_key(translator(language), icon)
            assert name and len(sentence) <= 90, (language, icon, sentence)
            assert language == "en" or sentence != KEYS[icon][1], (language, icon)
