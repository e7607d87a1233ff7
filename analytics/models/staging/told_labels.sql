-- The answers to the question after reserving, with what each says of a household's origin: `choice` names one, `decoy`
-- one that cannot be, `unsure` none, `other` one in words of the household's own. The same as
-- services/told_origins/answers.py, which a test compares.
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
        ('radio', 'Radiowerbung', 'decoy'),
        ('unsure', 'Weiß ich nicht mehr', 'unsure'),
        ('other', 'Etwas anderes', 'other')
) AS l (answer, label, kind)
