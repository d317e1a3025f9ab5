-- The photo of a viewpoint that its others are laid on; the product chooses it as long as no staff did.
alter table viewpoints
  add column reference_id uuid references files (id) on delete set null,
  add column is_reference_chosen boolean not null default false;
create index viewpoints_reference on viewpoints (reference_id);

create type not_aligned as enum ('no-picture', 'no-detail', 'no-match', 'unsure', 'turned', 'too-far');

-- How a photo lies on another of its viewpoint: nine numbers between pixels at full size, or why it does not.
-- Through `via_id` where the two have too little in common, but both lie on a third.
create table registrations (
  file_id uuid not null references files (id) on delete cascade,
  reference_id uuid not null references files (id) on delete cascade,
  via_id uuid references files (id) on delete set null,
  matrix double precision[],
  reason not_aligned,
  -- Pixels at 2048 that things which rise from the ground lie beside one another.
  parallax real not null default 0,
  -- 0 to 1: share of what was looked for that was found again, times the share of the picture that it covers.
  strength real not null default 0,
  created_at timestamptz not null,
  primary key (file_id, reference_id),
  constraint registrations_of_two check (file_id <> reference_id),
  constraint registrations_matrix_or_reason check ((matrix is null) <> (reason is null)),
  constraint registrations_nine_numbers check (array_length(matrix, 1) = 9)
);
create index registrations_reference on registrations (reference_id);
create index registrations_via on registrations (via_id);
