-- Rules that several models share, each in one place.

-- The day in Berlin of a moment in UTC without a zone.
CREATE OR REPLACE MACRO berlin_day(moment) AS
    CAST((moment AT TIME ZONE 'UTC') AT TIME ZONE 'Europe/Berlin' AS DATE);

-- The moment, in UTC without a zone, at which a day begins in Berlin. A period is cut by it: comparing moments is far
-- quicker than asking for the day of each.
CREATE OR REPLACE MACRO berlin_midnight(day) AS
    (CAST(day AS TIMESTAMP) AT TIME ZONE 'Europe/Berlin') AT TIME ZONE 'UTC';

-- The moment, in UTC without a zone, so many hours by the clock after a day begins in Berlin.
CREATE OR REPLACE MACRO berlin_hour(day, hours) AS
    ((CAST(day AS TIMESTAMP) + to_hours(hours)) AT TIME ZONE 'Europe/Berlin') AT TIME ZONE 'UTC';

-- Whether a moment is in the period.
CREATE OR REPLACE MACRO in_period(moment) AS
    moment >= berlin_midnight(getvariable('from_day')) AND moment < berlin_midnight(getvariable('to_day') + 1);

-- Channel of a touch: tags, a referral code, a link on another site, or unknown.
CREATE OR REPLACE MACRO channel_of(utm_source, utm_medium, utm_campaign, referral_code, referrer_host) AS
    CASE
        WHEN utm_source <> '' OR utm_medium <> '' OR utm_campaign <> '' THEN 'campaign'
        WHEN referral_code <> '' THEN 'referral'
        WHEN referrer_host <> '' THEN 'referrer'
        ELSE 'direct'
    END;

-- Whether a click id of this kind is only ever in the links of paid ads.
CREATE OR REPLACE MACRO is_paid_click(clicked_ad) AS
    clicked_ad IN ('google', 'microsoft', 'tiktok', 'linkedin', 'pinterest');

-- Whether a link says nothing of itself: neither what it is part of nor who recommends us by it. The number of its
-- campaign, which Google adds to the click id, is no tag that somebody has set.
CREATE OR REPLACE MACRO is_untagged(utm_source, utm_medium, utm_campaign, referral_code, clicked_ad) AS
    trim(utm_source) = '' AND trim(utm_medium) = '' AND trim(referral_code) = ''
    AND (trim(utm_campaign) = '' OR (clicked_ad = 'google' AND NOT regexp_matches(trim(utm_campaign), '[^0-9]')));

-- Source and medium of a touch as spelled; of a link without tags those that its click id stands for. Meta puts one into
-- every link that leads away, so it tells where the visitor was and not that somebody paid.
CREATE OR REPLACE MACRO told_source(utm_source, utm_medium, utm_campaign, referral_code, clicked_ad) AS
    CASE
        WHEN NOT is_untagged(utm_source, utm_medium, utm_campaign, referral_code, clicked_ad) THEN lower(trim(utm_source))
        WHEN clicked_ad = 'microsoft' THEN 'bing'
        WHEN clicked_ad = 'meta' THEN 'facebook'
        WHEN clicked_ad IN ('google', 'tiktok', 'linkedin', 'pinterest') THEN clicked_ad
        ELSE ''
    END;
CREATE OR REPLACE MACRO told_medium(utm_source, utm_medium, utm_campaign, referral_code, clicked_ad) AS
    CASE
        WHEN NOT is_untagged(utm_source, utm_medium, utm_campaign, referral_code, clicked_ad) THEN lower(trim(utm_medium))
        WHEN clicked_ad = 'meta' THEN 'social'
        WHEN is_paid_click(clicked_ad) THEN 'cpc'
        ELSE ''
    END;

-- One position of a Horner scheme, both factors in units of 2^-30.
CREATE OR REPLACE MACRO times(x, y) AS (x * y) >> 30;

-- 2^-x for 0 <= x < 1, both in units of 2^-30: a polynomial of the sixth degree in whole numbers, wrong by less than
-- 1e-8. A power in floating point may differ in its last digit from engine to engine, and then so would a share.
CREATE OR REPLACE MACRO halving(x) AS
    1073741824 - times(x, 744261112 - times(x, 257940802 - times(x, 59591844 - times(x, 10304738
        - times(x, 1386885 - times(x, 123394::BIGINT))))));

-- The weight, up to 2^30, of something this many milliseconds older than the newest.
CREATE OR REPLACE MACRO decayed(age_ms, half_life_ms) AS
    halving(((age_ms % half_life_ms) << 30) // half_life_ms) >> least(age_ms // half_life_ms, 62);

-- Whether a reservation in this state holds its spot, and whether it was given up. Equal to HOLDS_A_SPOT and GIVEN_UP of
-- services/reservations/states.py, which a test compares.
CREATE OR REPLACE MACRO holds_spot(state) AS state IN ('reserved', 'invited', 'contracted', 'active');
CREATE OR REPLACE MACRO was_given_up(state) AS state IN ('cancelled', 'expired', 'withdrawn', 'park_cancelled');

-- Whether a reservation of this day is old enough for its share of contracts to be judged (`time_to_contract`).
CREATE OR REPLACE MACRO is_ripe(day, ripe_days) AS day + ripe_days::INTEGER <= getvariable('as_of_day');

-- A referral code as it is compared, however it was typed: capital letters without blanks, hyphens and underscores. The
-- same as `code_key` in services/referral_codes/codes.py.
CREATE OR REPLACE MACRO code_key(raw) AS
    upper(regexp_replace(raw, '[\s\x{00A0}\x{2000}-\x{200A}\x{2010}-\x{2014}\x{202F}\x{3000}_-]', '', 'g'));

-- Days in whole weeks, downwards: a day too early is week -1, where a plain division would say 0.
CREATE OR REPLACE MACRO whole_weeks(days) AS (days - CASE WHEN days < 0 THEN 6 ELSE 0 END) // 7;

-- A touch as spelled, as one number: texts are slow to compare and to sort by. Of a million different ones two would
-- share a number once in some forty million cases.
CREATE OR REPLACE MACRO origin_key(a, b, c, d, e, f, g, h, i, j) AS hash(a, b, c, d, e, f, g, h, i, j);

-- A value of the one touch that stands for a reservation where one has to: the last whose origin is known, and the last
-- of all where none is. An aggregate over its touches; the model last_non_direct and every filter go by it.
CREATE OR REPLACE MACRO of_last_known(value, position, is_known) AS
    arg_max(value, CASE WHEN is_known THEN 1000000 + position ELSE position END);

-- Which spelling of which tag an alias is for, as one number. Beyond being quick it keeps a fault of DuckDB 2.0 away:
-- where statistics show that no alias has the tag, `field = 'utm_term'` makes it drop rows of the other side.
CREATE OR REPLACE MACRO alias_key(field, raw) AS hash(field, raw);

-- Whether a value is among those a report is narrowed to. No list: it is not narrowed.
CREATE OR REPLACE MACRO chosen(value, list) AS list IS NULL OR list_contains(list, value);

-- A whole number divided by another, halves away from zero; nothing where there is nothing to divide by.
CREATE OR REPLACE MACRO divided(amount, divisor) AS
    CASE WHEN divisor > 0 THEN sign(amount) * ((2 * abs(amount) + divisor) // (2 * divisor)) END;

-- A part of a whole in millionths.
CREATE OR REPLACE MACRO share_of(part, whole) AS divided(part * 1000000, whole)::BIGINT;

-- A rate, which nothing can have of which more came than could: reservations that were typed in or imported had no visit.
CREATE OR REPLACE MACRO rate_of(part, whole) AS CASE WHEN part <= whole THEN share_of(part, whole) END;

-- Of one value per attribution model, that of the model asked for.
CREATE OR REPLACE MACRO of_model(last, last_non_direct, first, linear, position, time_decay) AS
    CASE getvariable('model')
        WHEN 'last' THEN last
        WHEN 'last_non_direct' THEN last_non_direct
        WHEN 'first' THEN first
        WHEN 'linear' THEN linear
        WHEN 'position' THEN position
        ELSE time_decay
    END;

-- Whether so few households share something that it is shown only together with others.
CREATE OR REPLACE MACRO are_too_few(households) AS households < 5;

-- A whole number divided by another above 0, upwards.
CREATE OR REPLACE MACRO divided_up(amount, divisor) AS (amount + divisor - 1) // divisor;

-- A straight line between two points, downwards to whole numbers.
CREATE OR REPLACE MACRO between_points(x, from_x, to_x, from_y, to_y) AS
    from_y + (to_y - from_y) * (x - from_x)::HUGEINT // (to_x - from_x);

-- 1 where what a contract cost by this model is at most the target, else 0.
CREATE OR REPLACE MACRO within_target(contracts_ppm, cost_cents, target_cents) AS
    (contracts_ppm > 0 AND cost_cents * 1000000::HUGEINT <= target_cents * contracts_ppm::HUGEINT)::BIGINT;

-- Whether an origin passes all filters. An empty text means "not given".
CREATE OR REPLACE MACRO is_chosen(
    channel, utm_source, utm_medium, utm_campaign, utm_term, utm_content, referral_code, referrer_host, landing_path,
    device
) AS
    chosen(channel, getvariable('only_channel'))
    AND chosen(
        channel_group_of(utm_source, utm_medium, utm_campaign, referral_code, referrer_host, landing_path),
        getvariable('only_channel_group')
    )
    AND chosen(utm_source, getvariable('only_utm_source'))
    AND chosen(utm_medium, getvariable('only_utm_medium'))
    AND chosen(utm_campaign, getvariable('only_utm_campaign'))
    AND chosen(utm_term, getvariable('only_utm_term'))
    AND chosen(utm_content, getvariable('only_utm_content'))
    AND chosen(referral_code, getvariable('only_referral_code'))
    AND chosen(referrer_host, getvariable('only_referrer_host'))
    AND chosen(landing_path, getvariable('only_landing_path'))
    AND chosen(device, getvariable('only_device'));

-- Whether costs are known for this filter: a campaign has costs, its terms, pages and devices have none.
CREATE OR REPLACE MACRO costs_are_known() AS
    getvariable('only_utm_term') IS NULL
    AND getvariable('only_utm_content') IS NULL
    AND getvariable('only_referral_code') IS NULL
    AND getvariable('only_referrer_host') IS NULL
    AND getvariable('only_landing_path') IS NULL
    AND getvariable('only_device') IS NULL;

-- The value of a field of a touch by its name.
CREATE OR REPLACE MACRO named_field(
    field, channel, utm_source, utm_medium, utm_campaign, utm_term, utm_content, referral_code, referrer_host,
    landing_path, device
) AS
    CASE field
        WHEN 'channel' THEN channel
        WHEN 'channel_group'
            THEN channel_group_of(utm_source, utm_medium, utm_campaign, referral_code, referrer_host, landing_path)
        WHEN 'utm_source' THEN utm_source
        WHEN 'utm_medium' THEN utm_medium
        WHEN 'utm_campaign' THEN utm_campaign
        WHEN 'utm_term' THEN utm_term
        WHEN 'utm_content' THEN utm_content
        WHEN 'referral_code' THEN referral_code
        WHEN 'referrer_host' THEN referrer_host
        WHEN 'device' THEN device
        ELSE landing_path
    END;

-- The value of the field that the parameter `field` names.
CREATE OR REPLACE MACRO of_field(
    channel, utm_source, utm_medium, utm_campaign, utm_term, utm_content, referral_code, referrer_host, landing_path,
    device
) AS
    named_field(
        getvariable('field'), channel, utm_source, utm_medium, utm_campaign, utm_term, utm_content, referral_code,
        referrer_host, landing_path, device
    );

-- What an origin is called beside what households say: one name for all campaigns of a source.
CREATE OR REPLACE MACRO measured_name(channel, utm_source, referrer_host) AS
    CASE channel
        WHEN 'campaign' THEN coalesce(nullif(utm_source, ''), 'Kampagne ohne Quelle')
        WHEN 'referrer' THEN referrer_host
        WHEN 'referral' THEN 'Empfehlung'
        ELSE 'Direkt'
    END;

-- The minimum credit of the contract, in tenths of a cent per kWh.
CREATE OR REPLACE MACRO minimum_tenth_ct() AS 50;

-- What a rate has become when prices went this way, but the minimum at least; and what is missing to the minimum.
-- In millionths of a tenth of a cent.
CREATE OR REPLACE MACRO paid_rate(tenth_ct, price_ppm, money_ppm) AS
    greatest(tenth_ct * price_ppm, minimum_tenth_ct() * money_ppm);
CREATE OR REPLACE MACRO missing_rate(tenth_ct, price_ppm, money_ppm) AS
    greatest(minimum_tenth_ct() * money_ppm - tenth_ct * price_ppm, 0);

-- (numerator / denominator) ^ years in millionths, half up. Rounded in between at 10^-18, which never shows: a test goes
-- through all values that parameters can have.
CREATE OR REPLACE MACRO compounded(numerator, denominator, years) AS (
    list_reduce(
        list_concat([1000000000000000000::HUGEINT], range(years)::HUGEINT[]),
        lambda factor, year: (2 * factor * numerator + denominator) // (2 * denominator)
    ) + 500000000000
) // 1000000000000;

-- A whole number of tenths, hundredths … as it is written in German, without zeros at its end; and a change, with its
-- sign.
CREATE OR REPLACE MACRO german_decimal(amount, parts) AS
    replace(rtrim(rtrim(printf('%.2f', amount / parts), '0'), '.'), '.', ',');
CREATE OR REPLACE MACRO german_change(amount, parts) AS
    CASE sign(amount) WHEN 1 THEN '+' WHEN -1 THEN '−' ELSE '' END || german_decimal(abs(amount), parts);

-- Whole cents of 10^-17 cents, half up, discounted ones of 10^-23 cents, and whole kWh of 10^-10 kWh.
CREATE OR REPLACE MACRO whole_e23(amount) AS divided(amount, 100000000000000000000000::HUGEINT)::BIGINT;
CREATE OR REPLACE MACRO whole_e17(amount) AS divided(amount, 100000000000000000::HUGEINT)::BIGINT;
CREATE OR REPLACE MACRO whole_e10(amount) AS divided(amount, 10000000000::HUGEINT)::BIGINT;
CREATE OR REPLACE MACRO whole_e6(amount) AS divided(amount, 1000000::HUGEINT)::BIGINT;

-- In how many instalments a plan is paid; 0: at once.
CREATE OR REPLACE MACRO plan_months(payment_plan) AS CASE payment_plan WHEN '24m' THEN 24 WHEN '48m' THEN 48 ELSE 0 END;

-- What a household's statement of a month shows, in whole cents: what the year has brought so far, rounded half up, less
-- what was shown already. So twelve statements are exactly the rounded year. `year_e13`: the year's credit in 10^-13
-- cents; parts of the year in hundredths of a per cent, up to this month and of it.
CREATE OR REPLACE MACRO statement_cents(year_e13, so_far_bp, share_bp) AS
    whole_e17(year_e13 * so_far_bp) - whole_e17(year_e13 * (so_far_bp - share_bp));
-- A whole number divided by another above 0, downwards: -1 divided by 56 is -1, where a plain division would say 0.
CREATE OR REPLACE MACRO floored(amount, unit) AS
    (amount - CASE WHEN amount < 0 THEN unit - 1 ELSE 0 END) // unit;

-- The root of a whole number, downwards. The root in floating point may be one off; whether it is can be tried.
CREATE OR REPLACE MACRO whole_root(square) AS
    sqrt(square)::HUGEINT
    - CASE WHEN sqrt(square)::HUGEINT * sqrt(square)::HUGEINT > square THEN 1 ELSE 0 END
    + CASE WHEN (sqrt(square)::HUGEINT + 1) * (sqrt(square)::HUGEINT + 1) <= square THEN 1 ELSE 0 END;

-- The stations of a path as they are read: „google / cpc / solar → Empfehlung“.
CREATE OR REPLACE MACRO path_words(path) AS array_to_string(
    list_transform(
        path,
        lambda origin: CASE origin WHEN '(direct)' THEN 'direkt' WHEN '(referral)' THEN 'Empfehlung' ELSE origin END
    ),
    ' → '
);

-- The first day from this one on that is neither at a weekend nor among the holidays. Four days without work in a row are
-- the most there are.
CREATE OR REPLACE MACRO working_day(first_day, holidays) AS list_filter(
    list_transform(range(10), lambda days: first_day + days::INTEGER),
    lambda day: isodow(day) < 6 AND NOT list_contains(holidays, day)
)[1];
