"""Which journey fills which form of site and console, field by field.

`tests/house/forms.py` compares the table with the sources: a new form is named here with its journey, or with a reason.
"""

from typing import Final

_OF_CONSOLE: Final = {
    "test_accounts.py": (
        "account/PasswordSection.tsx",
        "team/EditAccount.tsx",
        "team/InviteDialog.tsx",
    ),
    "test_audit.py": ("parks/spots/SpotActions.tsx",),
    "test_campaigns.py": (
        "campaigns/costs/CostDialog.tsx",
        "campaigns/edit/CampaignEdit.tsx",
        "campaigns/links/LinkDialog.tsx",
        "campaigns/notes/NoteDialog.tsx",
    ),
    "test_clerks_day.py": ("today/queue/pane/EndDialog.tsx",),
    "test_contracts.py": (
        "parks/connection/ParkConnection.tsx",
        "reservations/show/contract/Decision.tsx",
        "reservations/show/contract/EnterAccount.tsx",
        "reservations/show/contract/EnterOrder.tsx",
        "reservations/show/contract/Transfer.tsx",
    ),
    "test_cost_files.py": (
        "campaigns/costs/files/ConfirmImport.tsx",
        "campaigns/costs/files/questions/CurrencyRates.tsx",
        "campaigns/costs/files/questions/NamesChoice.tsx",
    ),
    "test_credit_report.py": (),
    "test_desk_entry.py": ("reservations/create/CreatePage.tsx",),
    "test_export.py": ("reservations/exports/ExportDialog.tsx",),
    "test_first_account.py": (
        "account/signIn/CodeStep.tsx",
        "account/signIn/ConfirmationDialog.tsx",
        "account/signIn/Enrolment.tsx",
        "account/signIn/LoginPage.tsx",
        "account/signIn/SetupForm.tsx",
    ),
    "test_forms_filled.py": (
        "account/ProfileSection.tsx",
        "alerts/RuleEditor.tsx",
        "campaigns/aliases/AliasDialog.tsx",
        "integrations/tokens/TokenDialog.tsx",
        "integrations/webhooks/WebhookDialog.tsx",
        "messages/templates/TemplateDialog.tsx",
        "parks/ParkPause.tsx",
        "parks/edit/ParkEdit.tsx",
        "parks/limits/LimitDialog.tsx",
        "referrals/PartnerDialog.tsx",
        "reports/frame/filters/FilterValues.tsx",
        "reports/frame/filters/SegmentDialog.tsx",
        "reports/frame/filters/TypedField.tsx",
        "reports/kept/KeepDialog.tsx",
        "reports/marketing/money/Target.tsx",
        "reports/schedules/edit/ScheduleEditor.tsx",
        "reports/schedules/show/PauseDialog.tsx",
        "reservations/list/views/ViewDialog.tsx",
        "state/ConfirmDialogs.tsx",
    ),
    "test_import.py": ("reservations/imports/EnterStep.tsx",),
    "test_jobs.py": ("jobs/PauseDialog.tsx",),
    "test_leaving.py": ("team/LeavingDialog.tsx",),
    "test_mails.py": (
        "refusedMails/CorrectDialog.tsx",
        "refusedMails/SettleDialog.tsx",
    ),
    "test_parks.py": (
        "parks/cancellation/CancellationDialog.tsx",
        "parks/confirmation/ConfirmationDialog.tsx",
        "parks/invitations/InvitationDialog.tsx",
        "parks/confirmation/TakeBackDialog.tsx",
    ),
    "test_passkeys.py": (
        "account/passkeys/NewPasskey.tsx",
        "account/passkeys/PasskeyRow.tsx",
    ),
    "test_payments.py": (
        "payments/Books.tsx",
        "payments/DraftDialog.tsx",
        "payments/Unallocated.tsx",
    ),
    "test_record_forms_filled.py": (
        "approvals/RefuseDialog.tsx",
        "declarations/StepDialog.tsx",
        "messages/composer/Composer.tsx",
        "reservations/duplicates/MergeDialog.tsx",
        "reservations/operations/Question.tsx",
        "reservations/operations/RefundQuestion.tsx",
        "reservations/show/facts/correct/CorrectionDialog.tsx",
        "reservations/show/facts/correct/MoveDialog.tsx",
        "reservations/show/facts/correct/ReopenDialog.tsx",
        "reservations/show/facts/correct/ShareDialog.tsx",
        "reservations/show/timeline/NoteField.tsx",
    ),
    "test_report_runs.py": (
        "reports/kept/RemoveDialog.tsx",
        "reports/kept/links/LinkDialog.tsx",
    ),
    "test_set_up_in_the_browser.py": ("state/EnteredPage.tsx",),
    "test_state.py": ("state/MailTest.tsx",),
    "test_waiting_list.py": ("waitingList/StepDialog.tsx",),
}
_OF_SITE: Final = {
    "test_calculator.py": ("calculator/CalculatorPage.tsx",),
    "test_confirmation.py": (
        "thanks/Confirmation.tsx",
        "thanks/CorrectEmail.tsx",
    ),
    "test_contact.py": ("contact/ContactForm.tsx",),
    "test_contract.py": (
        "household/contract/AccountChange.tsx",
        "household/contract/OrderForm.tsx",
        "household/contract/TakeContract.tsx",
    ),
    "test_dashboard.py": ("invest/InvestPage.tsx",),
    "test_main_journey.py": ("reservation/ReservationPage.tsx",),
    "test_hand_over.py": (
        "household/HandOverForm.tsx",
        "household/TakeOverForm.tsx",
    ),
    "test_my_reservation.py": (
        "household/ContactForm.tsx",
        "household/Door.tsx",
        "household/EmailForm.tsx",
    ),
    "test_waiting_list.py": (
        "waitingList/EntryHead.tsx",
        "waitingList/JoinForm.tsx",
        "waitingList/LostLink.tsx",
    ),
}

_CONSOLE: Final = "admin-web/src/features"
_SITE: Final = "public-web/src/features"

FILLED: Final = {
    **{f"{_CONSOLE}/{form}": f"tests/journeys/console/{name}" for name, forms in _OF_CONSOLE.items() for form in forms},
    **{f"{_SITE}/{form}": f"tests/journeys/{name}" for name, forms in _OF_SITE.items() for form in forms},
}
"""The source of each form and the journeys among which it is filled."""

_GOES: Final = "part of what is being taken out"

NOT_FILLED: Final = {
    f"{_CONSOLE}/account/signIn/FormParts.tsx": "the frame of the other forms there",
    f"{_CONSOLE}/account/signIn/SetupPage.tsx": "one field, the password of the log-in",
    f"{_CONSOLE}/campaigns/links/build/LinkParts.tsx": "what is typed is the link, nothing is saved",
    f"{_CONSOLE}/integrations/webhooks/Deliveries.tsx": "narrows what is shown, saves nothing",
    f"{_SITE}/thanks/OwnWords.tsx": _GOES,
}
"""Forms that no journey fills, and why not."""
