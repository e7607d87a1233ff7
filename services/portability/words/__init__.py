"""What an export says about itself: a German sentence for each table, the models' words on columns, the README."""
