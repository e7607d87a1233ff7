/*
grain = "one row per answer that households can give"
key = ["answer"]
columns = ["answer", "label", "kind=answer_kind"]
*/
-- The answers to the question after reserving, with what each says of a household's origin: `choice` names one, `unsure`
-- none, `other` one in words of the household's own. The same as services/self_reported_source/answers.py, which a test
-- compares. `radio` was offered once though it could not be true: who gave it does not know.
SELECT
    l.answer,
    l.label,
    l.kind
FROM (
    VALUES
        ('search', 'Suche im Internet', 'choice'),
        ('social', 'Soziale Medien', 'choice'),
        ('newsletter', 'Newsletter', 'choice'),
        ('friends', 'Freunde oder Nachbarn', 'choice'),
        ('press', 'Zeitung oder Nachrichten', 'choice'),
        ('podcast', 'Podcast', 'choice'),
        ('print', 'Plakat oder Flyer', 'choice'),
        ('partner', 'Stadtwerke oder Verein', 'choice'),
        ('assistant', 'KI-Assistent', 'choice'),
        ('broadcast', 'Radio', 'choice'),
        ('unsure', 'Weiß ich nicht mehr', 'unsure'),
        ('other', 'Etwas anderes', 'other'),
        ('radio', 'Weiß ich nicht mehr', 'unsure')
) AS l (answer, label, kind)
