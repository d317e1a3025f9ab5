-- A session ended an hour after its last renewal. Now that hour is when its secret is due for another, and
-- the session ends when it was not renewed for 14 days (docs/decisions/0016). `updated_at` is when it was
-- opened or last renewed, `expires_at` when it ends. Those that are over stay over.
delete from auth.sessions where expires_at <= now();
update auth.sessions set expires_at = updated_at + interval '14 days';

-- Sessions that last have had many secrets; every request asks for the one whose successor was not used yet.
create index rotated_tokens_not_superseded on auth.rotated_tokens (session_id) where superseded_at is null;
